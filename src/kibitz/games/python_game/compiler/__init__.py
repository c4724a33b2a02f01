"""A compiler of games written in Python: from the syntax tree of an author's class to machine code.

It knows a part of Python: numbers, bitboards, rows of numbers, states with a fixed layout, constants, loops
and calls without recursion. Every index, assignment and operation is checked, and every call of a method
ends. `lowering.py` and the modules beside it write LLVM's intermediate representation, `machine_code.py`
makes machine code of it by way of llvmlite and keeps that on disk.
"""
