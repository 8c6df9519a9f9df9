"""What a variable names: modules with all they hold, and nobody of the program is asked."""

from autograd import functions as torch
from autograd.recording.naming import modules_in, tensors_in


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
        assert modules_in("m", half) == tensors_in("m", half) == []
    assert modules_in("m", whole) == [("m", whole), ("m.in", inner)]
    assert tensors_in("m", whole) == [("m.a", one), ("m.in.b", other)]
