"""Files that torch.save did not write, as downloads and folders of notebooks hold them."""

import io
import pickle

import torch

HELD = {
    "a page": b"<!DOCTYPE html><html>", "a pointer": b"version https://example",
    "json": b'{"a": 1}', "rows": b"1,2,3\n4,5,6\n", "a script": b"import torch",
    "nothing": b"", "an archive": b"PK\x03\x04",
    "a pickle": pickle.dumps({"a": 1}, 4), "an old pickle": pickle.dumps([1, 2], 2),
}

for name, data in HELD.items():
    for careful in (True, False):
        try:
            print(name, torch.load(io.BytesIO(data), weights_only=careful))
        except Exception as error:
            print(name, careful, type(error).__name__, error)
