"""Small faults as programmers make them: a comparison off by one, a condition turned round.

`mutations(source)` yields every source text that differs from the given one by one such fault.
Docstrings, annotations, `__all__` and what only type checkers read are left alone.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["Mutation", "mutations"]


@dataclass(frozen=True, slots=True)
class Mutation:
    """The whole source with one fault, and the place as a reader wants to see it."""

    line: int
    before: str
    after: str
    source: str


@dataclass(frozen=True, slots=True)
class _Change:
    """Text that takes the place of one node."""

    node: ast.expr | ast.stmt
    text: str


_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def mutations(source: str) -> Iterator[Mutation]:
    """Every fault that can be put into this source, one at a time."""
    tree = ast.parse(source)
    starts = _line_starts(source)
    for change in _changes(tree):
        begin = _offset(starts, source, change.node.lineno, change.node.col_offset)
        assert change.node.end_lineno is not None and change.node.end_col_offset is not None
        end = _offset(starts, source, change.node.end_lineno, change.node.end_col_offset)
        mutated = source[:begin] + change.text + source[end:]
        if _parses(mutated):
            shown = " ".join(source[begin:end].split())
            yield Mutation(change.node.lineno, shown, change.text, mutated)


def _changes(tree: ast.Module) -> Iterator[_Change]:
    for node in _live_nodes(tree):
        for type_, change in _KINDS:
            if isinstance(node, type_):
                yield from change(node)


def _live_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run: no annotations, no docstrings, nothing for type checkers alone."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_still(child):
                yield child
                yield from _live_nodes(child)


def _is_still(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Raise():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assert():
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Assign(value=ast.BinOp(op=ast.BitOr())):
            return True  # A union of types.
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="_logger")))):
            return True
        case ast.keyword(arg="frozen" | "kw_only" | "slots" | "strict"):
            return True  # The form of a class, held by a test of all; lengths known to be equal.
        case ast.Call(func=ast.Name(id="isinstance")):
            return True  # Its types may be a union.
        case ast.JoinedStr():
            return True
    return False


def _compare(node: ast.Compare) -> Iterator[_Change]:
    first = type(node.ops[0])
    if len(node.ops) == 1 and first in _COMPARISONS:
        yield _Change(
            node, _text(ast.Compare(node.left, [_COMPARISONS[first]()], node.comparators))
        )


def _binary(node: ast.BinOp) -> Iterator[_Change]:
    if type(node.op) in _OPERATORS and not isinstance(node.left, ast.Constant):
        yield _Change(node, _text(ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)))


def _boolean(node: ast.BoolOp) -> Iterator[_Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield _Change(node, _text(ast.BoolOp(other, node.values)))
    yield _Change(node, _text(node.values[0]))


def _unary(node: ast.UnaryOp) -> Iterator[_Change]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield _Change(node, _text(node.operand))


def _constant(node: ast.Constant) -> Iterator[_Change]:
    if isinstance(node.value, bool):
        yield _Change(node, str(not node.value))
    elif isinstance(node.value, int):
        yield _Change(node, str(node.value + 1))


def _condition(node: ast.If | ast.IfExp) -> Iterator[_Change]:
    match node.test:
        case ast.UnaryOp(op=ast.Not()):
            return  # The fault of the `not` itself is the same.
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn()]):
            return  # So is that of a comparison of which the opposite is one.
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return
        case _:
            yield _Change(node.test, f"not ({_text(node.test)})")


def _call(node: ast.Call) -> Iterator[_Change]:
    if isinstance(node.func, ast.Name) and node.func.id in _NAMES and len(node.args) > 0:
        yield _Change(node.func, _NAMES[node.func.id])


def _statement(node: ast.Expr | ast.AugAssign) -> Iterator[_Change]:
    if isinstance(node, ast.AugAssign) or isinstance(node.value, ast.Call | ast.Await):
        yield _Change(node, "pass")


def _loop_end(node: ast.Break | ast.Continue) -> Iterator[_Change]:
    yield _Change(node, "continue" if isinstance(node, ast.Break) else "break")


def _return(node: ast.Return) -> Iterator[_Change]:
    match node.value:
        case None | ast.Constant(value=None | False):
            return  # Where False is returned, the fault is True.
        case ast.List() | ast.Tuple() if not node.value.elts:
            return
        case _:
            yield _Change(node, "return None")


_KINDS: tuple[tuple[tuple[type[ast.AST], ...], Callable[..., Iterator[_Change]]], ...] = (
    ((ast.Compare,), _compare),
    ((ast.BinOp,), _binary),
    ((ast.BoolOp,), _boolean),
    ((ast.UnaryOp,), _unary),
    ((ast.Constant,), _constant),
    ((ast.If, ast.IfExp), _condition),
    ((ast.Call,), _call),
    ((ast.Expr, ast.AugAssign), _statement),
    ((ast.Break, ast.Continue), _loop_end),
    ((ast.Return,), _return),
)


def _text(node: ast.expr) -> str:
    return ast.unparse(ast.fix_missing_locations(node))


def _line_starts(source: str) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _offset(starts: list[int], source: str, line: int, column: int) -> int:
    """Where a place is in the text; the parser counts columns in bytes."""
    start = starts[line - 1]
    text = source[start : starts[line]]
    return start + len(text.encode()[:column].decode())


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True
