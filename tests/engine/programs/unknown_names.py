# what torch does not have fails by name
import torch

for attempt in (
    lambda: torch.no_such_function,
    lambda: torch.ones(1).no_such_method(),
    lambda: torch.nn.NoLayer,
):
    try:
        attempt()
    except AttributeError as error:
        print(error)
