"""Explain errors of functions or hooks of the program that return what does not fit."""

from __future__ import annotations

import ast
import re

from server.findings.diagnosis import both
from server.document.finding import Fix
from server.findings.failure.scene import Scene, Told


def head_of(scene: Scene, name: str, method: str) -> int | None:
    """Return the line on which a method of a class begins; None if the program has it not."""
    return next((part.lineno for node in ast.walk(scene.reading.program.tree)
                 if isinstance(node, ast.ClassDef) and node.name == name for part in node.body
                 if isinstance(part, ast.FunctionDef) and part.name == method), None)


def explain_count(scene: Scene, parts: re.Match[str]) -> Told:
    """A backward that returns another number of gradients than forward has inputs."""
    name, wanted, given = parts[1], int(parts[2]), int(parts[3])
    few = wanted > given
    none = ", ".join(["grad", *["None"] * (wanted - 1)])
    en = (f"Return a value for each input, and None for one that needs no gradient: return {none}."
          if few else f"Return {wanted} of them, in the order of the inputs.")
    zh = (f"给每个输入返回一个值，不需要梯度的返回 None：return {none}。"
          if few else f"按输入的顺序返回 {wanted} 个。")
    return Told(both(
        (f"The backward of {name} returns {given}, not {wanted}",
         f"The forward of {name} was given {wanted} {'input' if wanted == 1 else 'inputs'}, "
         f"and its backward returned {given}.",
         "backward() returns a gradient for each input of forward(), in their order.", en),
        (f"{name} 的 backward 返回 {given} 个，应为 {wanted} 个",
         f"{name} 的 forward 得到了 {wanted} 个输入，而 backward 返回了 {given} 个。",
         "backward() 按顺序给 forward() 的每个输入返回一个梯度。", zh)),
        lines=(head_of(scene, name, "backward"),), fixes=filled(scene, name, wanted - given))


def filled(scene: Scene, name: str, missing: int) -> tuple[Fix, ...]:
    """Return the fix that returns None for the last inputs, if one return is all there is."""
    program = scene.reading.program
    returned = [each.value for node in ast.walk(program.tree)
                if isinstance(node, ast.ClassDef) and node.name == name for part in node.body
                if isinstance(part, ast.FunctionDef) and part.name == "backward"
                for each in ast.walk(part) if isinstance(each, ast.Return)]
    if missing < 1 or len(returned) != 1 or returned[0] is None:
        return ()
    text = program.text(returned[0])
    if isinstance(returned[0], ast.Tuple) and text.startswith("("):
        return ()
    return (Fix("return None for the inputs that have no gradient", "给没有梯度的输入返回 None",
                (program.replaced(returned[0], text + ", None" * missing),)),)


def explain_shape(scene: Scene, parts: re.Match[str]) -> Told:
    """A backward that returns a gradient of another shape than its input."""
    name, nr, given, wanted = parts.groups()
    return Told(both(
        ("A gradient has another shape than its input",
         f"Gradient {int(nr) + 1} that the backward of {name} returned has the shape [{given}], "
         f"and input {int(nr) + 1} of its forward has [{wanted}].",
         "A gradient has a number for each entry of its input.",
         f"Return one of the shape [{wanted}]: sum over the dimensions that the forward has "
         "broadcast."),
        ("梯度与输入的形状不同",
         f"{name} 的 backward 返回的第 {int(nr) + 1} 个梯度的形状是 [{given}]，"
         f"而 forward 的第 {int(nr) + 1} 个输入是 [{wanted}]。",
         "梯度对输入的每个元素都有一个数。",
         f"返回形状为 [{wanted}] 的梯度：对 forward 广播过的维求和。")),
        lines=(head_of(scene, name, "backward"),))


def explain_missing_forward(scene: Scene, parts: re.Match[str]) -> Told:
    """A module without a forward."""
    name = parts[1]
    return Told(both(
        (f"{name} has no forward()",
         f"Line {scene.line} calls a {name}, and the class has no method forward.",
         "To call a module is to call its forward().",
         f"Define forward(self, ...) in the class {name}, inside it and spelled so."),
        (f"{name} 没有 forward()",
         f"第 {scene.line} 行调用 {name}，而这个类没有 forward 方法。",
         "调用模块就是调用它的 forward()。",
         f"在类 {name} 里面定义 forward(self, ...)，名字要写对。")))


def explain_legacy(scene: Scene, _: re.Match[str]) -> Told:
    """A Function without static methods."""
    return Told(both(
        ("A Function has static methods",
         "The program calls an object of a Function, whose forward is no static method.",
         "torch calls forward(ctx, ...) and backward(ctx, ...) on the class; no object is made.",
         "Put @staticmethod above forward and backward, and call the class by .apply(...)."),
        ("Function 的方法是静态的",
         "程序调用了一个 Function 的对象，而它的 forward 不是静态方法。",
         "torch 在类上调用 forward(ctx, ...) 和 backward(ctx, ...)，不创建对象。",
         "在 forward 和 backward 上面加 @staticmethod，并用类的 .apply(...) 调用。")))


def explain_hook(scene: Scene, parts: re.Match[str]) -> Told:
    """A hook that returns what is no gradient."""
    kind = parts[1]
    return Told(both(
        ("A hook returned what is no gradient",
         f"A hook of a tensor returned a value of the type {kind}.",
         "What a hook of a tensor returns takes the place of the gradient; None leaves it as it "
         "is.",
         "Return a tensor of the gradient's shape, or nothing."),
        ("hook 返回的不是梯度",
         f"张量的 hook 返回了 {kind} 类型的值。",
         "张量的 hook 返回的值会代替梯度；返回 None 则不变。",
         "返回与梯度同样形状的张量，或者什么都不返回。")))
