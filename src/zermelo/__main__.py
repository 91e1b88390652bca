"""`python -m zermelo` is the command `zermelo`."""

from zermelo.apps.cli import main

main()
