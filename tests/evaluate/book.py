"""Tic-tac-toe as chapter 16 of General Game Playing (Genesereth and Thielscher, 2014) has it."""

TICTACTOE = """
role(white).
role(black).

init(cell(1,1,b)). init(cell(1,2,b)). init(cell(1,3,b)).
init(cell(2,1,b)). init(cell(2,2,b)). init(cell(2,3,b)).
init(cell(3,1,b)). init(cell(3,2,b)). init(cell(3,3,b)).
init(control(white)).

marks(white,x).
marks(black,o).
legal(R,mark(M,N)) :- true(control(R)) & true(cell(M,N,b)).
legal(white,noop) :- true(control(black)).
legal(black,noop) :- true(control(white)).

next(cell(M,N,P)) :- does(R,mark(M,N)) & marks(R,P).
next(cell(M,N,P)) :- true(cell(M,N,P)) & distinct(P,b).
next(cell(M,N,b)) :- true(cell(M,N,b)) & ~taken(M,N).
taken(M,N) :- does(R,mark(M,N)).
next(control(white)) :- true(control(black)).
next(control(black)) :- true(control(white)).

row(M,X) :- true(cell(M,1,X)) & true(cell(M,2,X)) & true(cell(M,3,X)).
column(N,X) :- true(cell(1,N,X)) & true(cell(2,N,X)) & true(cell(3,N,X)).
diagonal(X) :- true(cell(1,1,X)) & true(cell(2,2,X)) & true(cell(3,3,X)).
diagonal(X) :- true(cell(1,3,X)) & true(cell(2,2,X)) & true(cell(3,1,X)).
line(X) :- row(M,X).
line(X) :- column(N,X).
line(X) :- diagonal(X).

open :- true(cell(M,N,b)).
terminal :- line(x).
terminal :- line(o).
terminal :- ~open.

goal(white,100) :- line(x) & ~line(o).
goal(white,50) :- ~line(x) & ~line(o).
goal(white,0) :- ~line(x) & line(o).
goal(black,100) :- ~line(x) & line(o).
goal(black,50) :- ~line(x) & ~line(o).
goal(black,0) :- line(x) & ~line(o).
"""

FIGURE = (
    "(cell 1 1 x)",
    "(cell 3 3 x)",
    "(cell 1 2 o)",
    *(f"(cell {m} {n} b)" for m, n in [(1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)]),
)
"""The marks of figure 16.3; who is to move is no matter to the goals."""
