"""`torch.utils.model_zoo`, the former place of `torch.hub.load_state_dict_from_url`."""

from torch.hub import _refusing

load_url = _refusing("utils.model_zoo.load_url")
