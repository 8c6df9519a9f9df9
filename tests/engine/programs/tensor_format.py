# f-strings and format: a 0-dim tensor formats as its number
import torch

loss = torch.tensor(0.123456)
print(f"{loss:.3f}", f"{loss}", "{:.2e}".format(loss))
print(f"{torch.tensor(3):d} {torch.tensor(7):>5}")
print("loss: %.4f" % loss.item())
print(f"{torch.tensor([1.0, 2.0])}")
print("value", torch.tensor(2.5), str(torch.tensor(1)), repr(torch.tensor([1])))
try:
    print(f"{torch.tensor([1.0]):.2f}")
except TypeError as error:
    print(error)
