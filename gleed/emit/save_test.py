"""Tests of saving: a file appears whole or not at all, whatever the system refuses."""

import contextlib
import os
import resource
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import gleed
from gleed.emit.program import Program

OLD, NEW = Program(b"old" * 10_000, {}), Program(b"new" * 10_000, {})
AS_IT_WAS = "; nothing was written, a file of that name is as it was"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where OLD lies, the only file of its folder."""
    OLD.save(tmp_path / "model.pte")
    return tmp_path / "model.pte"


@contextlib.contextmanager
def largest_file(size: int) -> Iterator[None]:
    """A system that lets no file grow past `size` bytes, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder in which nobody may make files; root, whom no rights stop, is another user meanwhile."""
    user = os.geteuid()
    folder.chmod(0o555)
    try:
        if user == 0:
            os.seteuid(65534)
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


def refused(program: Program, path: Path) -> str:
    with pytest.raises(gleed.Error) as caught:
        program.save(path)
    words = str(caught.value)
    assert words.startswith(f'cannot save "{path}": ') and words.endswith(AS_IT_WAS)
    return words.removeprefix(f'cannot save "{path}": ').removesuffix(AS_IT_WAS)


def is_whole(path: Path) -> bool:
    """The old file, and nothing beside it."""
    return path.read_bytes() == OLD.buffer and list(path.parent.iterdir()) == [path]


def test_a_file_replaces_the_old_one(path: Path) -> None:
    NEW.save(str(path))
    assert path.read_bytes() == NEW.buffer
    assert list(path.parent.iterdir()) == [path]


def test_others_may_read_it_where_the_process_lets_them(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        NEW.save(tmp_path / "model.pte")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "model.pte").stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["x" * 255, "é" * 127, "\N{HOT BEVERAGE}" * 85])
def test_names_as_long_as_the_system_allows(tmp_path: Path, name: str) -> None:
    NEW.save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == NEW.buffer


@pytest.mark.parametrize("size", [0, 1, 20_000])
def test_a_file_that_cannot_be_finished(path: Path, size: int) -> None:
    with largest_file(size):
        words = refused(NEW, path)
    assert words == "File too large"
    assert is_whole(path)


def test_an_interruption_while_it_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        NEW.save(path)
    assert is_whole(path)


def test_a_folder_that_may_not_be_written_to() -> None:
    with tempfile.TemporaryDirectory() as name:  # under tmp_path other users see nothing
        path = Path(name) / "model.pte"
        OLD.save(path)
        with read_only(path.parent):
            assert path.exists()
            words = refused(NEW, path)
        assert words == "Permission denied"
        assert is_whole(path)


def test_a_folder_that_is_not_there(path: Path) -> None:
    assert refused(NEW, path.parent / "missing" / "model.pte") == "No such file or directory"
    assert refused(NEW, path / "model.pte") == "Not a directory"
    assert is_whole(path)


def test_a_path_that_no_system_has(path: Path) -> None:
    assert refused(NEW, path.parent / "a\0b") == "embedded null byte"
    assert refused(NEW, path.parent / ("x" * 256)) == "File name too long"
    assert is_whole(path)


def test_links_are_followed(tmp_path: Path) -> None:
    link, model = tmp_path / "link", tmp_path / "model.pte"
    link.symlink_to("model.pte")
    for program in (OLD, NEW):
        program.save(link)
        assert link.is_symlink()
        assert model.read_bytes() == program.buffer


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    assert refused(NEW, tmp_path) == "it is not a regular file"
    assert refused(NEW, Path("/dev/null")) == "it is not a regular file"
