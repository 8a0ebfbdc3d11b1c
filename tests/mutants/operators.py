"""The mistakes that are made, one at a time: what a node of the syntax tree is replaced by.

Sentences (texts with a space), annotations, docstrings and imports stay as they are: they are no behaviour, or other
checks read them.
"""

import ast
from collections.abc import Callable, Iterator
from typing import Any

Swaps = dict[type[ast.AST], type[ast.AST]]
COMPARED: Swaps = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: Swaps = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
JOINED: Swaps = {ast.And: ast.Or, ast.Or: ast.And}
TYPES = ("str", "int", "bool", "None", "list", "dict", "tuple")
NO_BEHAVIOUR = ("strict", "frozen", "slots", "kw_only", "stacklevel")  # keywords of a call


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of `node`; always in the same order."""
    for kind, found in OPERATORS:
        if isinstance(node, kind):
            yield from found(node)


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for place, operator in enumerate(node.ops):
        operators = [*node.ops]
        operators[place] = COMPARED[type(operator)]()
        yield ast.Compare(node.left, operators, node.comparators)


def _binary(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in COMPUTED and not _is_type(node):
        yield ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)


def _is_type(node: ast.BinOp) -> bool:
    """Whether it is a union of types, such as `int | None`."""
    sides = (ast.unparse(node.left), ast.unparse(node.right))
    return isinstance(node.op, ast.BitOr) and any(side.split("[")[0] in TYPES for side in sides)


def _augmented(node: ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in COMPUTED:
        yield ast.AugAssign(node.target, COMPUTED[type(node.op)](), node.value)
    yield ast.Pass()


def _joined(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(JOINED[type(node.op)](), node.values)


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    yield node.operand


def _tested(node: ast.If | ast.While | ast.IfExp) -> Iterator[ast.AST]:
    if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        changed = _copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed


def _filtered(node: ast.comprehension) -> Iterator[ast.AST]:
    for place in range(len(node.ifs)):
        yield ast.comprehension(node.target, node.iter, _without(node.ifs, place), node.is_async)


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node.value, str) and " " not in node.value:
        yield ast.Constant(node.value + "XX")


def _returned(node: ast.Return) -> Iterator[ast.AST]:
    if node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield ast.Return(ast.Constant(None))


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    yield ast.Pass()


def _called(node: ast.Expr) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call):
        yield ast.Pass()


def _stored(node: ast.Assign) -> Iterator[ast.AST]:
    if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield ast.Pass()


def _go_on(node: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


def _break_off(node: ast.Break) -> Iterator[ast.AST]:
    yield ast.Continue()


def _listed(node: ast.Set | ast.List | ast.Tuple) -> Iterator[ast.AST]:
    if len(node.elts) < 2 or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    for place in range(len(node.elts)):
        changed = _copy(node)
        changed.elts = _without(node.elts, place)
        yield changed


def _tabled(node: ast.Dict) -> Iterator[ast.AST]:
    for place in range(len(node.keys)):
        yield ast.Dict(_without(node.keys, place), _without(node.values, place))


def _decorated(node: ast.FunctionDef) -> Iterator[ast.AST]:
    """Each keyword of a decorator left out, such as `may` of `@handles`."""
    for number, decorator in enumerate(node.decorator_list):
        for place, keyword in enumerate(getattr(decorator, "keywords", [])):
            if keyword.arg not in NO_BEHAVIOUR and isinstance(decorator, ast.Call):
                less = ast.Call(decorator.func, decorator.args, _without(decorator.keywords, place))
                changed = _copy(node)
                changed.decorator_list = [*node.decorator_list]
                changed.decorator_list[number] = ast.copy_location(less, decorator)
                yield changed


def _without(values: list[Any], place: int) -> list[Any]:
    return [*values[:place], *values[place + 1 :]]


def _copy(node: Any) -> Any:
    return type(node)(**dict(ast.iter_fields(node)))


OPERATORS: tuple[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[ast.AST]]], ...] = (
    (ast.Compare, _compare),
    (ast.BinOp, _binary),
    (ast.AugAssign, _augmented),
    (ast.BoolOp, _joined),
    (ast.UnaryOp, _unary),
    ((ast.If, ast.While, ast.IfExp), _tested),
    (ast.comprehension, _filtered),
    (ast.Constant, _constant),
    (ast.Return, _returned),
    ((ast.Raise, ast.Delete), _left_out),
    (ast.Expr, _called),
    (ast.Assign, _stored),
    (ast.Continue, _go_on),
    (ast.Break, _break_off),
    ((ast.Set, ast.List, ast.Tuple), _listed),
    (ast.Dict, _tabled),
    (ast.FunctionDef, _decorated),
)
