"""Circuits as machine code: written for LLVM, compiled, kept on disk, and checked when loaded."""
