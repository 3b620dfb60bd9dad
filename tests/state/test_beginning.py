"""A process begins with what readers ask for, and with no search for garbage in what stays anyway."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What only commands, other databases or other settings need.
LATER = ("alembic", "boto3", "psycopg", "redis", "granian", "sqlalchemy.dialects.postgresql")
SAY = f"""
import app, gc, json, sys
app.app
print(json.dumps([gc.isenabled(), gc.get_freeze_count(), [*map(sys.modules.__contains__, {LATER})]]))
"""


def test_a_process_imports_no_more_than_it_needs_and_then_collects_garbage(tmp_path: Path) -> None:
    env = {"PATH": "/usr/bin:/bin", "BLOG_INSTANCE": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", SAY], cwd=ROOT, env=env, capture_output=True, check=True).stdout
    collects, stays, imported = json.loads(said)
    assert collects
    assert stays > 100_000
    assert imported == [False] * len(LATER)
