"""What tests of writing share."""

from pathlib import Path

import pytest
from flask import Flask


@pytest.fixture
def instance(app: Flask) -> Path:
    """The instance folder of the application."""
    folder: Path = app.extensions["settings"].instance
    return folder
