"""A session remembers; a question that fails says why, and no child is left behind."""

import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from zermelo.process.child import ChildError, MemoryOutError, TimeOutError
from zermelo.process.session import Session


@pytest.fixture
def session() -> Iterator[Session]:
    with Session("tests.ground.tasks:counting", {"first": 3}, megabytes=1024) as opened:
        yield opened


def gone(session: Session) -> bool:
    """Whether the child of a session has ended and was waited for."""
    try:
        os.kill(session.child.pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_session_remembers_between_questions(session: Session) -> None:
    assert [session.ask({})["number"] for _ in range(3)] == [3, 4, 5]
    session.close()
    assert gone(session)


def test_an_error_is_told_and_the_session_goes_on(session: Session) -> None:
    with pytest.raises(ChildError, match="no such atom"):
        session.ask({"task": "fail", "kind": "runtime", "text": "no such atom"})
    assert session.ask({})["number"] == 3


def test_a_question_that_takes_too_long_ends_the_session(session: Session) -> None:
    with pytest.raises(TimeOutError, match=r"0\.2 s of time were not enough"):
        session.ask({"task": "spin"}, seconds=0.2)
    assert gone(session)
    with pytest.raises(ChildError, match="the session is over"):
        session.ask({})


def test_a_deadline_ends_the_session_even_if_little_is_done(session: Session) -> None:
    os.kill(session.child.pid, signal.SIGSTOP)
    with pytest.raises(TimeOutError, match=r"0\.2 s of time were not enough"):
        session.ask({}, deadline=0.2)
    assert gone(session)


def test_only_cpu_time_counts_without_a_deadline(session: Session) -> None:
    os.kill(session.child.pid, signal.SIGSTOP)
    threading.Timer(1.0, os.kill, (session.child.pid, signal.SIGCONT)).start()
    assert session.ask({}, seconds=0.5)["number"] == 3


def test_every_question_has_its_own_time(session: Session) -> None:
    for _ in range(4):
        session.ask({"task": "spin", "seconds": 0.2}, seconds=0.5)


def test_a_child_that_does_nothing_is_ended(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.process.activity.LONGEST_STILLNESS", 0.2)
    monkeypatch.setattr("zermelo.process.activity.LOOK_INTERVAL", 0.05)
    os.kill(session.child.pid, signal.SIGSTOP)
    with pytest.raises(TimeOutError, match="the child process did nothing"):
        session.ask({})
    assert gone(session)


def test_memory_is_limited(session: Session) -> None:
    with pytest.raises(MemoryOutError, match="1024 MB of memory were not enough"):
        session.ask({"task": "hoard", "megabytes": 4096})


def test_a_crash_is_told(session: Session) -> None:
    with pytest.raises(ChildError, match="SIGSEGV"):
        session.ask({"task": "die", "signal": "SIGSEGV", "log": ""})
    assert gone(session)


def test_a_child_that_leaves_is_told(session: Session) -> None:
    with pytest.raises(ChildError, match="the child process failed"):
        session.ask({"task": "leave"})


def test_what_nobody_reads_does_not_keep_a_child_from_answering(session: Session) -> None:
    question = {"task": "shout", "bytes": 1 << 20}
    assert session.ask(question)["shouted"] == 1 << 20


def test_a_deadline_holds_while_a_question_is_being_written(session: Session) -> None:
    os.kill(session.child.pid, signal.SIGSTOP)
    with pytest.raises(TimeOutError, match=r"0\.2 s of time were not enough"):
        session.ask({"text": "x" * (1 << 20)}, deadline=0.2)
    assert gone(session)


def test_an_interrupted_question_ends_the_session(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer would be taken for that of the next question."""

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.process.activity.cpu_seconds", interrupt)
    monkeypatch.setattr("zermelo.process.activity.LOOK_INTERVAL", 0.01)
    with pytest.raises(KeyboardInterrupt):
        session.ask({"task": "spin"})
    assert gone(session)


def test_a_session_that_cannot_begin_leaves_no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Session] = []
    usual = Session.pose

    def noting(session: Session, *arguments: Any) -> dict[str, Any]:
        begun.append(session)
        return usual(session, *arguments)

    monkeypatch.setattr(Session, "pose", noting)
    failing = {"kind": "runtime", "text": "no such factory"}
    with pytest.raises(ChildError, match="no such factory"):
        Session("tests.ground.tasks:fail", failing, megabytes=1024)
    assert gone(begun[0])
