# which ops share memory
import torch

x = torch.arange(6.0)
for name, view in {
    "view": x.view(2, 3),
    "reshape": x.reshape(2, 3),
    "slice": x[1:],
    "index": x[[0, 1]],
    "t": x.view(2, 3).t(),
    "detach": x.detach(),
    "clone": x.clone(),
    "expand": x.view(6, 1).expand(6, 2),
    "contiguous": x.contiguous(),
    "flatten": x.view(2, 3).flatten(),
    "squeeze": x.view(1, 6).squeeze(),
    "data": x.data,
    "float": x.float(),
    "double": x.double(),
    "mask": x[x > 1],
    "select": x.view(2, 3)[0],
    "unsqueeze": x.unsqueeze(0),
}.items():
    print(
        name,
        view.untyped_storage().data_ptr() == x.untyped_storage().data_ptr(),
        view._base is None,
    )
