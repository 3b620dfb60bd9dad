"""The five kinds of call-outs."""

KINDS = {
    "note": "note", "info": "note", "abstract": "note", "summary": "note", "example": "note", "quote": "note",
    "tip": "tip", "hint": "tip", "success": "tip", "check": "tip", "done": "tip",
    "important": "important", "question": "important", "help": "important",
    "warning": "warning", "attention": "warning", "todo": "warning",
    "caution": "caution", "danger": "caution", "error": "caution", "failure": "caution", "bug": "caution",
}  # fmt: skip
"""What authors of other systems write, and which of the five kinds it becomes."""
