"""`torch.utils.model_zoo`: the former module of `torch.hub.load_state_dict_from_url`."""

from torch.hub import _make_unavailable

load_url = _make_unavailable("utils.model_zoo.load_url")
