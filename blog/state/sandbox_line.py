"""What goes through the line between the site and its sandbox: a file there; a picture or a refusal back.

Each part is sent and received whole by one call of the system, during which no thread waits for the interpreter.
"""

import socket
import struct

from blog.state.picture_formats import Shown

FILE = struct.Struct("!Q")
ANSWER = struct.Struct("!?IIQ")
MOST_BACK = 2**30
"""More bytes than these are no answer: a picture of the most pixels has a fifth of them."""


def send_file(line: socket.socket, data: bytes) -> None:
    """Send a file to be looked at. Raises OSError."""
    line.sendall(FILE.pack(len(data)))
    line.sendall(data)


def received_file(line: socket.socket) -> bytes:
    """The next file. Raises EOFError where none comes any more, and OSError."""
    return received(line, *FILE.unpack(received(line, FILE.size)))


def send_answer(line: socket.socket, answer: Shown | str) -> None:
    """Send a picture, or the sentence that says why there is none. Raises OSError."""
    shown = Shown(answer.encode(), 0, 0) if isinstance(answer, str) else answer
    line.sendall(ANSWER.pack(shown is answer, shown.width, shown.height, len(shown.data)))
    line.sendall(shown.data)


def received_answer(line: socket.socket) -> Shown | str:
    """A picture, or the sentence that says why there is none. Raises EOFError, and OSError."""
    is_shown, width, height, size = ANSWER.unpack(received(line, ANSWER.size))
    if size > MOST_BACK:
        raise EOFError
    data = received(line, size)
    return Shown(data, width, height) if is_shown else data.decode()


def received(line: socket.socket, size: int) -> bytes:
    """So many bytes. Raises EOFError where the other side ends before, and OSError."""
    parts = []
    while size:
        parts.append(line.recv(size, socket.MSG_WAITALL))
        if not parts[-1]:
            raise EOFError
        size -= len(parts[-1])
    return b"".join(parts)
