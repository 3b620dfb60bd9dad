"""The sample notebook that comes with the program, loaded by the importer itself."""

from datetime import datetime
from pathlib import Path

from blog.portability.folder_import import import_folder
from blog.portability.note import Options
from blog.portability.report import Progress, Report, silent

SAMPLE = Path(__file__).resolve().parents[1] / "sample"


def load_sample(now: datetime, progress: Progress = silent) -> Report:
    """Import the sample notebook with its site settings, projects, pages and paths."""
    return import_folder(SAMPLE, Options(with_site=True), now, progress)
