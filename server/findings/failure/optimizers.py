"""Optimizers that are given nothing that they can move."""

from __future__ import annotations

import ast
import re

from server.document.finding import Fix
from server.findings.diagnosis import at_line, both, on_line, several, several_zh
from server.findings.failure.scene import Scene, Told
from server.findings.names import paths_in

GIVEN = re.compile(r"([A-Za-z_][\w.]*)\.parameters\(\)")
# How a path leads through a plain container; a ModuleList has a dot: `net.layers.0.weight`.
CONTAINED = re.compile(r"(.*?)\[")


def explain_empty(scene: Scene, _: re.Match[str]) -> Told:
    """A list of parameters that is empty."""
    given = GIVEN.search(scene.text(scene.line))
    owner = given[1] if given else None
    parts = [] if owner is None else list(dict(scene.scope.paths_of(owner)).items())
    listed = [name for name, tensor in parts if "[" in name and is_parameter(scene, tensor)]
    plain = [name for name, tensor in parts
             if "[" not in name and not is_parameter(scene, tensor) and scene.is_trained(tensor)]
    if owner is not None and listed:
        return of_list(scene, owner, listed)
    if owner is not None and plain:
        return of_plain(scene, owner, plain)
    exhausted = next((path for path in paths_in(scene.text(scene.line))
                      if scene.scope.type_of(path) == "generator"), None)
    return of_nothing(scene, owner, exhausted)


def is_parameter(scene: Scene, tensor: str) -> bool:
    """Whether a tensor is an nn.Parameter."""
    known = scene.reading.tensors.get(tensor)
    return known is not None and known.is_parameter


def of_list(scene: Scene, owner: str, names: list[str]) -> Told:
    """A module whose layers are in a plain list or dict."""
    container = CONTAINED.match(names[0])
    holder = names[0] if container is None else container[1]
    return Told(both(
        (f"{owner}.parameters() lists nothing",
         f"The optimizer{on_line(scene.line)} gets an empty list: {several(names)} are in "
         f"{holder}, a plain container.",
         "parameters() looks into modules, ModuleList, ModuleDict and ParameterList, not into "
         "plain lists and dicts.",
         "Put them into nn.ModuleList([...]), or nn.ModuleDict({...}), where the module is made."),
        (f"{owner}.parameters() 里什么都没有",
         f"{at_line(scene.line)}的优化器得到的列表是空的："
         f"{several_zh(names)} 在普通容器 {holder} 里。",
         "parameters() 会看模块、ModuleList、ModuleDict 和 ParameterList，不看普通的列表和字典。",
         "在创建模块的地方把它们放进 nn.ModuleList([...]) 或 nn.ModuleDict({...})。")),
        fixes=wrapped(scene, holder, (ast.List, ast.ListComp), "ModuleList"))


def wrapped(
    scene: Scene, path: str, kinds: tuple[type[ast.expr], ...], by: str
) -> tuple[Fix, ...]:
    """Return the fix that puts what an attribute of a module is given into `nn.<by>(...)`."""
    program = scene.reading.program
    attribute = f"self.{path.rpartition('.')[2]}"
    values = [node.value for node in program.statements() if isinstance(node, ast.Assign)
              and len(node.targets) == 1 and program.text(node.targets[0]) == attribute]
    if len(values) != 1 or not isinstance(values[0], kinds):
        return ()
    nn = "nn" if re.search(r"\bimport (?:torch\.nn as )?nn\b", scene.reading.code) else "torch.nn"
    return (Fix(f"put it into {nn}.{by}", f"放进 {nn}.{by}",
                (program.replaced(values[0], f"{nn}.{by}({program.text(values[0])})"),)),)


def of_plain(scene: Scene, owner: str, names: list[str]) -> Told:
    """A module whose tensors are no Parameters."""
    is_one = len(names) == 1
    return Told(both(
        (f"{owner}.parameters() lists nothing",
         f"The optimizer{on_line(scene.line)} gets an empty list: {several(names)} "
         f"{'is a plain tensor' if is_one else 'are plain tensors'}.",
         "A module registers what is an nn.Parameter or a module; a tensor that requires grad "
         "stays an ordinary attribute.",
         "Make it an nn.Parameter where it is assigned." if is_one
         else "Make them nn.Parameters where they are assigned."),
        (f"{owner}.parameters() 里什么都没有",
         f"{at_line(scene.line)}的优化器得到的列表是空的："
         f"{several_zh(names)} {'是' if is_one else '都是'}普通张量。",
         "模块只登记 nn.Parameter 和模块；要求梯度的普通张量只是一般的属性。",
         "在赋值的地方把它写成 nn.Parameter。" if is_one
         else "在赋值的地方把它们写成 nn.Parameter。")),
        fixes=tuple(fix for name in names for fix in wrapped(scene, name, (ast.Call,),
                                                             "Parameter")) if is_one else ())


def of_nothing(scene: Scene, owner: str | None, exhausted: str | None) -> Told:
    """A list that is empty for another reason."""
    why = ("A generator gives each parameter once: after a loop over it nothing is left.",
           "生成器对每个参数只给出一次：遍历之后就没有了。") if exhausted else (
        "parameters() looks into modules, ModuleList, ModuleDict and ParameterList, not into plain "
        "lists and dicts; a layer without weights has none.",
        "parameters() 会看模块、ModuleList、ModuleDict 和 ParameterList，"
        "不看普通的列表和字典；没有权重的层没有参数。")
    change = (f"Make it a list where it is made: {exhausted} = list(...).",
              f"在创建它的地方变成列表：{exhausted} = list(...)。") if exhausted else (
        f"Print list({owner or 'net'}.parameters()) before the line, and give it what is to be "
        "trained.",
        f"在这一行之前打印 list({owner or 'net'}.parameters())，把要训练的张量交给它。")
    given = f"{exhausted}, a generator," if exhausted else \
        f"{owner}.parameters()" if owner else "what it was given"
    given_zh = f"生成器 {exhausted}" if exhausted else f"{owner}.parameters()" if owner \
        else "它得到的列表"
    return Told(both(
        ("The optimizer has nothing to move",
         f"The optimizer{on_line(scene.line)} gets an empty list: {given} has no tensor.",
         *(why[0], change[0])),
        ("优化器没有可以更新的张量",
         f"{at_line(scene.line)}的优化器得到的列表是空的：{given_zh} 里没有张量。",
         *(why[1], change[1]))))


def explain_non_leaf(scene: Scene, _: re.Match[str]) -> Told | None:
    """A result that is given to an optimizer."""
    found = next(((path, tensor) for path in paths_in(scene.text(scene.line))
                  if (tensor := scene.scope.tensor(path)) and tensor in scene.reading.maker), None)
    if found is None:
        return None
    name, tensor = found
    made = scene.reading.events[scene.reading.tensors[tensor].made]
    if made["kind"] != "op" or made["node"] is None:
        return None
    node, line = scene.node_text(made["node"]["id"]), made["line"]
    program = scene.reading.program
    statement = program.statement_at(scene.line)
    cut = f"{name} = {name}.detach().requires_grad_()"
    fixes = () if statement is None else (Fix(
        f"make {name} a leaf: {cut}", f"让 {name} 成为叶子：{cut}",
        (program.inserted_before(statement, cut),)),)
    return Told(both(
        (f"{name} is no leaf",
         f"{name} is a result: {node}{on_line(line)} made it, and an optimizer was to move it.",
         "Backward keeps gradients in leaves, and a step writes into them. A result is computed "
         "anew from what it was made of.",
         f"Make it a leaf before: {cut}."),
        (f"{name} 不是叶子",
         f"{name} 是运算结果：{at_line(line)}的 {node} 得到它，而优化器要更新它。",
         "反向传播把梯度留在叶子里，优化步写入叶子。运算结果总是由它的来源重新算出。",
         f"先让它成为叶子：{cut}。")), lines=(line,), tensors=(tensor,), fixes=fixes)
