"""The command line `zermelo`: what stands around every command, from the first import on."""


def main() -> None:
    """Run the command that the arguments name, and exit with its code."""
    # A signal may come at any moment. What handles it well takes some milliseconds to import; until
    # then, this does, which is built into the interpreter.
    import _signal  # type: ignore[import-not-found] # `signal` is slower: it makes enums of it all
    import os
    import sys

    def leave(number: int, frame: object) -> None:
        os.write(2, b"zermelo: interrupted\n")
        os._exit(128 + number)

    if _signal.getsignal(_signal.SIGINT) != _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, leave)

    from zermelo.process.interrupts import exit_code as signal_code
    from zermelo.process.interrupts import forget_lost_interrupts, signals

    signals.install()  # before anything slow is imported

    from zermelo.apps.application import application
    from zermelo.apps.guard import exit_code, report

    prepare_streams()
    code: object = 0
    try:
        application()(prog_name="zermelo")
    except SystemExit as exit_:
        code = exit_.code
    except OSError as error:  # help, or what is wrong with the arguments, cannot be printed
        report(error, {})
        code = exit_code(error)
    if signals.came is not None:
        code = signal_code(signals.came)  # its exception got lost in the last moments
    code = flushed(code)
    forget_lost_interrupts()
    sys.exit(code if isinstance(code, int) else 0)


def prepare_streams() -> None:
    """Make stdout and stderr usable, whatever they lead to."""
    import os
    import sys

    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by whoever started us. The next file that is opened would take its number, and
            # get what libraries print there.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        # A terminal that cannot show a character shows a question mark; nothing stops for that.
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")


def flushed(code: object) -> object:
    """Write out what is still waiting; return the code to end with, if that was `code` so far."""
    import os
    import sys

    from zermelo.apps.guard import exit_code, report

    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            if not code:
                report(error, {})
                code = exit_code(error)
            # The interpreter must not try again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code
