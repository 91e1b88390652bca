import io
from pathlib import Path

import pytest

from zermelo.errors import LimitError, ReadError
from zermelo.text import kif
from zermelo.text.load import LARGEST_SHEET, load_source


def saved(folder: Path, content: bytes) -> str:
    path = folder / "game.kif"
    path.write_bytes(content)
    return str(path)


def refused(path: str) -> ReadError:
    with pytest.raises(ReadError) as raised:
        load_source(path)
    return raised.value


def place(error: ReadError) -> tuple[int, int]:
    assert error.span is not None
    return error.span.line, error.span.column


def test_reads_a_file_as_it_is(tmp_path: Path) -> None:
    path = saved(tmp_path, "(role grün)\r\n; ♟\n".encode())
    source = load_source(path)
    assert (source.name, source.text) == (path, "(role grün)\r\n; ♟\n")


def test_reads_standard_input_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"(role x)")))
    source = load_source("-")
    assert (source.name, source.text) == ("<stdin>", "(role x)")


def test_drops_a_byte_order_mark(tmp_path: Path) -> None:
    assert load_source(saved(tmp_path, b"\xef\xbb\xbf(role x)")).text == "(role x)"


def test_a_missing_file_is_named() -> None:
    assert str(refused("nowhere/game.kif")) == "there is no file nowhere/game.kif"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert str(refused(str(tmp_path))) == f"{tmp_path} is a folder, not a rule sheet"


def test_a_file_without_permission_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may read everything, so the refusal itself is put in place of a file's mode.
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert str(refused("secret.kif")) == "secret.kif may not be read: permission denied"


def test_other_failures_say_what_the_system_says() -> None:
    error = refused("x" * 5000)
    assert str(error).endswith(" cannot be read: File name too long")


def test_a_name_that_no_file_can_have_is_refused() -> None:
    assert str(refused("a\0b")).startswith("'a\\x00b' cannot be the name of a file: ")


def test_bytes_that_are_not_utf_8_have_a_place(tmp_path: Path) -> None:
    error = refused(saved(tmp_path, "(role x)\n; grün ".encode() + b"gr\xfcn\n"))
    assert place(error) == (2, 10)
    assert error.message == (
        "byte 0xfc is not UTF-8; perhaps it is another encoding: save the file as UTF-8"
    )
    assert str(error).splitlines()[-1] == " " * 9 + "^"


def test_a_character_that_is_cut_off_has_a_place(tmp_path: Path) -> None:
    assert place(refused(saved(tmp_path, b"(role x)\n\xe2\x99"))) == (2, 1)


def test_utf_16_is_recognised(tmp_path: Path) -> None:
    error = refused(saved(tmp_path, "(role x)".encode("utf-16")))
    assert place(error) == (1, 1)
    assert "perhaps it starts like UTF-16: save the file as UTF-8" in error.message


def test_a_nul_byte_has_a_place(tmp_path: Path) -> None:
    error = refused(saved(tmp_path, b"(role x)\n(role\0y)"))
    assert (error.message, place(error)) == ("NUL byte: this is no text", (2, 6))


def test_marks_that_turn_the_text_around_are_refused_even_in_comments(tmp_path: Path) -> None:
    error = refused(saved(tmp_path, "(role x) ; \u202eoops".encode()))
    assert error.message == "hidden character RIGHT-TO-LEFT OVERRIDE (U+202E); delete it"
    assert place(error) == (1, 12)


@pytest.mark.parametrize(
    "text", ["", " \n\t\n", "; nothing", "% nothing\n; at all\n", "%* not\nhere *%\n%* nor *% ;"]
)
def test_a_file_without_rules_is_refused(tmp_path: Path, text: str) -> None:
    path = saved(tmp_path, text.encode())
    assert str(refused(path)) == f"no rules in {path}: it is empty or has only comments"


def test_an_open_comment_is_left_to_the_reader(tmp_path: Path) -> None:
    assert load_source(saved(tmp_path, b"%* never closed")).text == "%* never closed"


def test_a_file_of_ten_megabytes_is_too_large(tmp_path: Path) -> None:
    path = saved(tmp_path, b"(succ 1 2)" * 1_000_000)
    with pytest.raises(LimitError) as raised:
        load_source(path)
    assert str(raised.value) == (
        f"{path} is larger than 4 MB (4194304 bytes), the most that a rule sheet may have"
    )


def test_a_file_of_just_the_limit_is_read(tmp_path: Path) -> None:
    assert len(load_source(saved(tmp_path, b"(role x)".ljust(LARGEST_SHEET))).text) == LARGEST_SHEET


def test_standard_input_without_end_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/zero").open("rb") as endless:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(endless.raw)))
        with pytest.raises(LimitError, match="<stdin> is larger than 4 MB"):
            load_source("-")


def test_a_million_open_brackets_are_read_and_then_refused_as_rules(tmp_path: Path) -> None:
    source = load_source(saved(tmp_path, b"(" * 1_000_000))
    with pytest.raises(ReadError, match="nested deeper"):
        kif.read(source)
