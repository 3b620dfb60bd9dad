# Which nodes there are, what stands in front, and who may tell Varnish that something was published. Read by varnish.vcl.
# After a change: varnishreload (Debian), which loses no request.

backend one {
    .host = "10.0.0.11";
    .port = "8000";
    .probe = answers;
    .connect_timeout = 1s;
    .first_byte_timeout = 30s;
    .between_bytes_timeout = 10s;
}

backend two {
    .host = "10.0.0.12";
    .port = "8000";
    .probe = answers;
    .connect_timeout = 1s;
    .first_byte_timeout = 30s;
    .between_bytes_timeout = 10s;
}

sub vcl_init {
    new nodes = directors.shard();
    nodes.add_backend(one);
    nodes.add_backend(two);
    nodes.reconfigure();
}

# Who may say from which address a reader comes: nginx. Of everybody else Varnish passes on the address that it sees.
acl front {
    "127.0.0.1";
    "::1";
}

acl publishers {
    "10.0.0.11";
    "10.0.0.12";
}
