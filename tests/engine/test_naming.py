"""What a variable names: modules with all they hold, and nobody of the program is asked."""

from autograd.frontend import import_hook
from autograd.recording.variable_names import named_parts

import_hook.install()
import torch  # noqa: E402  which is our engine here


def test_a_module_that_is_half_made_or_has_another_mind_is_named_without_being_asked():
    class Half:
        def __getattr__(self, name):
            raise ValueError(name)

    class Own(Half):
        def named_parameters(self):
            raise ValueError("asked")

        named_modules = named_parameters

    one, other = torch.ones(1), torch.ones(1)
    whole, inner = Own(), Own()
    vars(inner).update(_modules={"again": whole}, _parameters={"b": other, "a": one, "none": None})
    vars(whole).update(_modules={"in": inner}, _parameters={"a": one})
    for half in (Half(), Own(), 3, None, object()):
        assert named_parts("m", half) == []
    assert named_parts("m", whole) == [
        ("m", whole), ("m.a", one), ("m.in", inner), ("m.in.b", other), ("m.in.a", one),
    ]  # fmt: skip


def test_objects_of_the_program_are_looked_into_and_others_are_not():
    class Ours:
        __module__ = "__main__"

        def __getattr__(self, name):
            raise ValueError(name)

    class Theirs:
        pass

    w, b = torch.ones(1), torch.ones(1)
    ours, theirs = Ours(), Theirs()
    vars(ours).update(w=w, n=3, again=ours, theirs=theirs, parts=[ours, b, [w]], far={"b": b})
    vars(theirs).update(w=w)
    assert named_parts("m", ours) == [("m.w", w), ("m.parts[1]", b), ("m.far['b']", b)]
    assert named_parts("m", [theirs, ours])[0] == ("m[1].w", w)
    assert named_parts("m", [ours] * 33) == named_parts("m", [[w], (w,)]) == []
