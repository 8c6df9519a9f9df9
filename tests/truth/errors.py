"""Exceptions of optimizers, layers, Functions and names: what is said of them, by torch's words."""

from __future__ import annotations

import ast
import re

from tests.truth.causes import names_of
from tests.truth.mistakes import fail
from tests.truth.moment import Moment
from tests.truth.table import explains, truths

truths(
    ("Nothing is on the tape yet.", "计算图上还什么都没有。"),
    ("parameters() looks into modules, ModuleList, ModuleDict and ParameterList, not into plain "
     "lists and dicts.",
     "parameters() 会看模块、ModuleList、ModuleDict 和 ParameterList，不看普通的列表和字典。"),
    ("parameters() looks into modules, ModuleList, ModuleDict and ParameterList, not into plain "
     "lists and dicts; a layer without weights has none.",
     "parameters() 会看模块、ModuleList、ModuleDict 和 ParameterList，不看普通的列表和字典；"
     "没有权重的层没有参数。"),
    ("Put them into nn.ModuleList([...]), or nn.ModuleDict({...}), where the module is made.",
     "在创建模块的地方把它们放进 nn.ModuleList([...]) 或 nn.ModuleDict({...})。"),
    ("A module registers what is an nn.Parameter or a module; a tensor that requires grad stays an "
     "ordinary attribute.",
     "模块只登记 nn.Parameter 和模块；要求梯度的普通张量只是一般的属性。"),
    ("Make it an nn.Parameter where it is assigned.", "在赋值的地方把它写成 nn.Parameter。"),
    ("Make them nn.Parameters where they are assigned.", "在赋值的地方把它们写成 nn.Parameter。"),
    ("The optimizer has nothing to move", "优化器没有可以更新的张量"),
    ("A generator gives each parameter once: after a loop over it nothing is left.",
     "生成器对每个参数只给出一次：遍历之后就没有了。"),
    ("Backward keeps gradients in leaves, and a step writes into them.",
     "反向传播把梯度留在叶子里，优化步写入叶子。"),
    ("A result is computed anew from what it was made of.", "运算结果总是由它的来源重新算出。"),
    ("backward() returns a gradient for each input of forward(), in their order.",
     "backward() 按顺序给 forward() 的每个输入返回一个梯度。"),
    ("A gradient has another shape than its input", "梯度与输入的形状不同"),
    ("A gradient has a number for each entry of its input.", "梯度对输入的每个元素都有一个数。"),
    ("A hook returned what is no gradient", "hook 返回的不是梯度"),
    ("What a hook of a tensor returns takes the place of the gradient; None leaves it as it is.",
     "张量的 hook 返回的值会代替梯度；返回 None 则不变。"),
    ("Return a tensor of the gradient's shape, or nothing.",
     "返回与梯度同样形状的张量，或者什么都不返回。"),
    ("A Function has static methods", "Function 的方法是静态的"),
    ("torch calls forward(ctx, ...) and backward(ctx, ...) on the class; no object is made.",
     "torch 在类上调用 forward(ctx, ...) 和 backward(ctx, ...)，不创建对象。"),
    ("Put @staticmethod above forward and backward, and call the class by .apply(...).",
     "在 forward 和 backward 上面加 @staticmethod，并用类的 .apply(...) 调用。"),
    ("To call a module is to call its forward().", "调用模块就是调用它的 forward()。"),
    ("A backward hook of a module gets None in place of the gradient of an input that does not "
     "require grad, and a Function in place of one that nothing sent.",
     "对不要求梯度的输入，模块的反向 hook 得到的是 None；"
     "Function 对没有送来的梯度得到的也是 None。"),
    ("A function that ends without return returns None.", "没有 return 就结束的函数返回 None。"),
    ("super().__init__() is missing", "缺少 super().__init__()"),
    ("Module.__init__() makes the tables in which a module registers its parameters.",
     "Module.__init__() 建立模块登记参数的表。"),
    ("Call super().__init__() in the first line of __init__.",
     "在 __init__ 的第一行调用 super().__init__()。"),
    ("A program has the names only that it defines or imports.",
     "程序里只有它自己定义或导入的名字。"),
    ("Only a leaf can stop asking for a gradient", "只有叶子才能不再要求梯度"),
    ("A result requires grad because something that it was made of does; that is its history.",
     "结果要求梯度，是因为它的来源要求梯度；这就是它的历史。"),
    ("Use detach(), which returns the same numbers without the history.",
     "用 detach()，它返回同样的数值而没有历史。"),
    ("A result cannot be copied by deepcopy()", "deepcopy() 不能复制运算结果"),
    ("A copy of a result would have to copy its history, too.",
     "复制运算结果，就得把它的历史也复制一份。"),
    ("Keep results out of what is copied: store detach() of them, or clone() what you need.",
     "不要让运算结果留在要复制的东西里：存放它的 detach()，或者用 clone() 复制需要的张量。"),
)


def says(at: Moment, *words: str) -> bool:
    """Whether torch's own words have each of these."""
    return all(word in fail(at)["message"] for word in words)


@explains("The optimizer on line {line} gets an empty list: {names} are in {holder}, a plain "
          "container.", "第 {line} 行的优化器得到的列表是空的：{names} 在普通容器 {holder} 里。")
@explains("The optimizer on line {line} gets an empty list: {names} are plain tensors.",
          "第 {line} 行的优化器得到的列表是空的：{names} 都是普通张量。")
@explains("The optimizer on line {line} gets an empty list: {names} is a plain tensor.",
          "第 {line} 行的优化器得到的列表是空的：{names} 是普通张量。")
def empty_list(at: Moment, line, names, holder=None) -> bool:
    """The optimizer was given nothing, and the tensors are parts of a plain container, or plain."""
    if not says(at, "empty parameter list") or line != str(fail(at)["line"]):
        return False
    if holder is not None:
        return all(name.startswith(f"{holder}[") for name in names_of(names)
                   if not re.search("more$|个$", name))
    return all(name.rpartition(".")[2] in at.tape.code for name in names_of(names)) and all(
        t not in at.tape.parameters for name in names_of(names) for t in at.tensors(name))


@explains("The optimizer on line {line} gets an empty list: {given} has no tensor.",
          "第 {line} 行的优化器得到的列表是空的：{given} 里没有张量。")
def nothing_given(at: Moment, line, given) -> bool:
    """The optimizer was given nothing, and what it was given stands in the program."""
    words = set(re.findall(r"[A-Za-z_]\w*", given)) - {"a", "generator"}
    return says(at, "empty parameter list") and line == str(fail(at)["line"]) \
        and all(word in at.tape.code for word in words)


@explains("{owner}.parameters() lists nothing", "{owner}.parameters() 里什么都没有")
@explains("Make it a list where it is made: {owner} = list(...).",
          "在创建它的地方变成列表：{owner} = list(...)。")
@explains("Print list({owner}.parameters()) before the line, and give it what is to be trained.",
          "在这一行之前打印 list({owner}.parameters())，把要训练的张量交给它。")
def lists_nothing(at: Moment, owner) -> bool:
    """The line that failed gives this to an optimizer, which found it empty."""
    return says(at, "empty parameter list") and (
        owner == "net" or owner in at.tape.text(fail(at)["line"]))


@explains("{name} is no leaf", "{name} 不是叶子")
@explains("{name} is a result: {node} on line {line} made it, and an optimizer was to move it.",
          "{name} 是运算结果：第 {line} 行的 {node} 得到它，而优化器要更新它。")
@explains("Make it a leaf before: {name} = {same}.detach().requires_grad_().",
          "先让它成为叶子：{name} = {same}.detach().requires_grad_()。")
def no_leaf(at: Moment, name, node=None, line=None, same=None) -> bool:
    """A node of that line made what the name means."""
    makers = [at.tape.maker[t].at(at.end) for t in at.tensors(name)]
    return same in (None, name) and bool(makers) and all(makers) and (node is None or any(
        at.is_node(node, made, at.end - 1)
        and line == str(at.tape.line(at.tape.nodes[made]["made"])) for made, _ in makers))


@explains("The backward of {name} returns {given}, not {wanted}",
          "{name} 的 backward 返回 {given} 个，应为 {wanted} 个")
@explains("The forward of {name} was given {wanted} inputs, and its backward returned {given}.",
          "{name} 的 forward 得到了 {wanted} 个输入，而 backward 返回了 {given} 个。")
@explains("The forward of {name} was given {wanted} input, and its backward returned {given}.",
          "{name} 的 forward 得到了 {wanted} 个输入，而 backward 返回了 {given} 个。")
def gradients(at: Moment, name, wanted, given) -> bool:
    """torch counted so."""
    return says(at, f"{name}Backward", f"(expected {wanted}, got {given})")


@explains("Return a value for each input, and None for one that needs no gradient: return {text}.",
          "给每个输入返回一个值，不需要梯度的返回 None：return {text}。")
@explains("Return {wanted} of them, in the order of the inputs.", "按输入的顺序返回 {wanted} 个。")
def returned(at: Moment, wanted=None, text=None) -> bool:
    """So many are expected."""
    count = wanted if text is None else len(text.split(", "))
    return says(at, f"(expected {count},")


@explains("Gradient {nr} that the backward of {name} returned has the shape [{given}], and input "
          "{same} of its forward has [{wanted}].",
          "{name} 的 backward 返回的第 {nr} 个梯度的形状是 [{given}]，而 forward 的第 {same} "
          "个输入是 [{wanted}]。")
def gradient_shape(at: Moment, nr, name, given, same, wanted) -> bool:
    """torch's words have both shapes."""
    return nr == same and says(at, f"{name}Backward", f"index {int(nr) - 1} ", f"got [{given}]",
                               f"with [{wanted}]")


@explains("Return one of the shape [{wanted}]: sum over the dimensions that the forward has "
          "broadcast.", "返回形状为 [{wanted}] 的梯度：对 forward 广播过的维求和。")
def gradient_wanted(at: Moment, wanted) -> bool:
    """That shape is expected."""
    return says(at, f"with [{wanted}]")


@explains("A hook of a tensor returned a value of the type {type}.",
          "张量的 hook 返回了 {type} 类型的值。")
@explains("Line {line} calls a {type}, and the class has no method forward.",
          "第 {line} 行调用 {type}，而这个类没有 forward 方法。")
@explains("{type} has no forward()", "{type} 没有 forward()")
@explains("Define forward(self, ...) in the class {type}, inside it and spelled so.",
          "在类 {type} 里面定义 forward(self, ...)，名字要写对。")
def of_type(at: Moment, type, line=None) -> bool:
    """torch's words name the type, and the failure is on that line."""
    return says(at, type) and line in (None, str(fail(at)["line"]))


@explains("The program calls an object of a Function, whose forward is no static method.",
          "程序调用了一个 Function 的对象，而它的 forward 不是静态方法。")
def legacy(at: Moment) -> bool:
    """torch says so."""
    return says(at, "non-static forward")


@explains("{path} is None here", "{path} 在这里是 None")
@explains("Line {line} runs within a backward, and {name} is {text}.",
          "第 {line} 行在反向传播中运行，{name} 是 {text}。")
@explains("Leave out what is None: if {path} is not None: ...; or give the module an input that "
          "requires grad.",
          "跳过 None：if {path} is not None: ...；或者给模块一个要求梯度的输入。")
def none_in_hook(at: Moment, path=None, line=None, name=None, text=None) -> bool:
    """A backward is under way, and the variable shows None."""
    begun = [e for e in at.tape.events[: at.end] if e["kind"] == "backward"]
    code = at.tape.text(fail(at)["line"])
    return begun[-1]["phase"] == "begin" and line in (None, str(fail(at)["line"])) \
        and (path or name or "") in code and (text is None or any(
            e["kind"] == "value" and e["name"] == name and e["text"] == text
            for e in at.tape.events))


@explains("{name} is None", "{name} 是 None")
@explains("{name} is None on line {line}, since line {head}: {text} returned it.",
          "第 {line} 行的 {name} 是 None，从第 {head} 行开始：它是 {text} 返回的。")
@explains("{name} is None on line {line}, since line {head}.",
          "第 {line} 行的 {name} 是 None，从第 {head} 行开始。")
@explains("Give {name} a value before line {line}.", "在第 {line} 行之前给 {name} 一个值。")
def none_in_variable(at: Moment, name, line=None, head=None, text=None) -> bool:
    """The variable was bound to None there, and the line that failed uses it."""
    bound = [e for e in at.tape.events if e["kind"] in ("value", "name") and e["name"] == name]
    return line in (None, str(fail(at)["line"])) and bool(bound) \
        and bound[-1].get("type") == "NoneType" and head in (None, str(bound[-1]["line"])) \
        and (text is None or text in at.tape.text(bound[-1]["line"]))


@explains("Let what {text} calls return its result.", "让 {text} 所调用的函数返回结果。")
def let_return(at: Moment, text) -> bool:
    """The program has that call."""
    return text in at.tape.code


@explains("{name} is {own} there.", "那里的 {name} 就是 {own}。")
def same_tensor(at: Moment, name, own) -> bool:
    """Both names mean one tensor."""
    return bool(set(at.tensors(name)) & set(at.tensors(own)))


@explains("Line {line} gives a module a part before Module.__init__() has run.",
          "第 {line} 行在 Module.__init__() 运行之前就给模块加上了一部分。")
def unready(at: Moment, line) -> bool:
    """torch says so of that line."""
    return says(at, "before Module.__init__()") and line == str(fail(at)["line"])


@explains("{name} was not imported", "没有导入 {name}")
@explains("Write {text} at its beginning.", "在开头写上 {text}。")
def unknown(at: Moment, name=None, text=None) -> bool:
    """Python does not know the name, which the statement gives."""
    missing = re.search(r"name '(\w+)' is not defined", fail(at)["message"])
    if missing is None or text is None:
        return missing is not None and name == missing[1]
    (statement,) = ast.parse(text).body
    return isinstance(statement, (ast.Import, ast.ImportFrom)) and missing[1] in [
        each.asname or each.name for each in statement.names]


@explains("The line sets requires_grad of a result to False.",
          "这一行把一个运算结果的 requires_grad 设成 False。")
def fixed_flag(at: Moment) -> bool:
    """torch says so."""
    return says(at, "change requires_grad flags of leaf")


@explains("deepcopy() came to a tensor that is a result of operations, and torch copies leaves "
          "only.", "deepcopy() 遇到了一个由运算得到的张量，而 torch 只复制叶子。")
def copied(at: Moment) -> bool:
    """torch says so."""
    return says(at, "deepcopy protocol")


@explains("Update {name} inside torch.no_grad(): with torch.no_grad(): around line {line}.",
          "在 torch.no_grad() 里更新 {name}：用 with torch.no_grad(): 包住第 {line} 行。")
def update(at: Moment, name, line) -> bool:
    """The line writes into the leaf."""
    return line == str(fail(at)["line"]) and name.partition("[")[0] in at.tape.text(int(line))


@explains("Add up what is computed from {name} and go backward once.",
          "把由 {name} 算出的结果加起来，只做一次反向传播。")
def added_up(at: Moment, name) -> bool:
    """Ops after a backward computed with what was made before it."""
    tensors = at.tensors(name)
    return any(at.tape.made[t] < begin < i for t in tensors for begin in at.tape.begins.values()
               for i, e in enumerate(at.tape.events) if e["kind"] == "op"
               and any(x.get("tensor") == t for x in e["inputs"]))


@explains("Or say retain_graph=True on line {line}, or compute the result anew before the second "
          "backward.",
          "或者在第 {line} 行加上 retain_graph=True，或者在第二次反向传播之前重新计算结果。")
def or_retained(at: Moment, line) -> bool:
    """A backward began on that line that did not retain its graph."""
    return any(e["kind"] == "backward" and e["phase"] == "begin" and not e["retain_graph"]
               for _, e in at.on_line(line))
