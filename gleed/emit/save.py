"""Writes a file so that it appears whole or not at all."""

import contextlib
import os
import secrets
from pathlib import Path

from gleed.errors import Error


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file, then take its name; raises Error, with the file as it was, where the system refuses.

    A link is followed: what it points to is written.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            raise OSError("it is not a regular file")
        _replace(target, content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Error(f'cannot save "{path}": {reason}; nothing was written, a file of that name is as it was') from None


def _replace(target: Path, content: bytes) -> None:
    name = os.fsdecode(os.fsencode(target.name)[:200])  # some are as long as the system allows
    temporary = target.with_name(f".{name}.{secrets.token_hex(4)}")
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, target)
    except BaseException:  # an interruption too leaves nothing behind
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """So that the new name survives a power cut. The file is complete by now: no failure worth reporting."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
