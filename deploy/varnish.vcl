# Varnish before any number of nodes.
#
# It keeps what says `s-maxage` (pages, once BLOG_PURGE_URL names this Varnish) or `max-age` (styles, scripts, pictures),
# until that time is over or a node says that something was published. One node that does not answer is not noticed by
# readers: what it was asked for is asked of another. Where no node answers, what was kept is shown for a day.
#
# Start it with `-p http_gzip_support=off`: the nodes compress, with brotli too, and Varnish keeps each encoding.
vcl 4.1;

import directors;
import std;

# Whether a node's process answers; a node without its database still has the last pages and says so.
probe answers {
    .url = "/static/icon.svg";
    .interval = 500ms;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

include "nodes.vcl";

sub vcl_recv {
    set req.backend_hint = nodes.backend();
    # What has expired is shown only where nobody can be asked.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 24h;
    }

    # BLOG_PURGE_URL=http://⟨this Varnish⟩:6081/-/purge
    if (req.url == "/-/purge") {
        # Another proxy's request carries two addresses: nobody reaches this through one.
        if (req.method != "POST" || client.ip !~ publishers || req.http.X-Forwarded-For ~ ",") {
            return (synth(405, "Not allowed"));
        }
        if (req.http.Surrogate-Key !~ "^[A-Za-z0-9_.:-]+( [A-Za-z0-9_.:-]+)*$") {
            return (synth(400, "Surrogate-Key is missing"));
        }
        if (!std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
            return (synth(500, std.ban_error()));
        }
        return (synth(200, "Purged"));
    }

    # The last but one is the reader's, behind nginx as well as here; nobody else names an address or a host.
    if (req.restarts == 0 && client.ip !~ front) {
        set req.http.X-Forwarded-For = client.ip + ", " + client.ip;
        unset req.http.X-Forwarded-Host;
        unset req.http.X-Forwarded-Proto;
    }

    # Ranges are not offered, here or by the nodes. Two kinds of answer and three encodings are all that there are.
    unset req.http.Range;
    if (req.http.HX-Request-Type != "partial") {
        unset req.http.HX-Request-Type;
    }
    if (req.http.Accept-Encoding ~ "(^|[, ])br *(,|$)") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "(^|[, ])gzip *(,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # The author, forms, and what is another answer each time. Of all that can be asked, only parts of lists are kept.
    set req.url = regsub(req.url, "\?$", "");
    if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization
        || req.http.Cookie ~ "(^|; ?)bokashi=" || req.url ~ "/(desk|login|logout|setup|search|contact|up)(/|\?|$)"
        || (req.url ~ "\?" && req.url !~ "\?before=-?[0-9]{1,12}-[0-9]{1,18}$")) {
        return (pass);
    }
    unset req.http.Cookie;
    return (hash);
}

sub vcl_backend_fetch {
    # A node that hangs: another one is asked before nginx, which waits ten seconds, gives up.
    if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.url !~ "/(desk|media)/") {
        set bereq.first_byte_timeout = 6s;
    }
    # Pictures that are brought together are looked at one after the other.
    if (bereq.method == "POST" && bereq.url ~ "/desk/pictures$") {
        set bereq.first_byte_timeout = 300s;
    }
    # Each further attempt asks another node, where there is one.
    set bereq.backend = nodes.backend(alt=bereq.retries);
    if (!std.healthy(bereq.backend)) {
        set bereq.backend = nodes.backend();
    }
}

sub vcl_backend_response {
    # While nodes of two versions serve, one may not have the other's styles and scripts yet.
    if ((beresp.status >= 500 || (beresp.status == 404 && bereq.url ~ "/static/"))
        && bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
    set beresp.grace = 24h;
    if (beresp.http.Set-Cookie || beresp.http.Vary ~ "(?i)cookie" || beresp.http.Bokashi-Stale
        || beresp.http.Cache-Control ~ "(?i)no-store|private"
        || (beresp.http.Cache-Control ~ "(?i)no-cache" && beresp.http.Cache-Control !~ "(?i)s-maxage")
        || beresp.http.Cache-Control !~ "(?i)max-?age"
        || (beresp.status != 200 && beresp.status != 301) || beresp.ttl <= 0s) {
        set beresp.ttl = 10s;
        set beresp.uncacheable = true;
    }
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.retries < 2 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
    set beresp.status = 503;
    set beresp.reason = "Service Unavailable";
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "30";
    synthetic({"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Not there just now</title>
<h1>Not there just now</h1>
<p>This site does not answer at the moment. Try again in a minute.</p>
<p>If you have sent something, see whether it arrived before you send it again.</p>
</html>
"});
    return (deliver);
}

sub vcl_synth {
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    synthetic(resp.reason + {"
"});
    return (deliver);
}

sub vcl_deliver {
    # Nobody could be asked: what has expired is better than nothing.
    if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")
        && !resp.http.Content-Security-Policy) {
        return (restart);
    }
    if (resp.status == 503 && !resp.http.Content-Security-Policy) {
        set resp.http.Content-Security-Policy = "default-src 'none'";
    }
    unset resp.http.Surrogate-Key;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    unset resp.http.Accept-Ranges;
}
