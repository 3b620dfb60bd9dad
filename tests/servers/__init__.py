"""Real servers for tests: PostgreSQL, Redis, Varnish and nginx in scratch folders, on free ports."""
