# lessons import pyplot
import torch

try:
    import matplotlib.pyplot as plt

    x = torch.linspace(0, 1, 5)
    plt.plot(x.numpy(), (x**2).numpy())
    plt.show()
except ModuleNotFoundError:
    pass
print("done")
