"""Every application of these tests is on PostgreSQL."""

import pytest
from flask import Flask

from tests.conftest import Apart, Clock


@pytest.fixture
def app(server_app: Flask, time: Clock) -> Flask:
    """An application with an empty notebook on PostgreSQL, in its context."""
    server_app.test_client_class = Apart
    return server_app
