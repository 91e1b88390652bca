"""An independent checker of certificates: plain Python and clingo, and no code of the provers.

It may use what reads and grounds rules (`text`, `rules`, `ground`), the child process that clingo
runs in, and nothing else of Zermelo. The format is described in docs/certificates.md.
"""
