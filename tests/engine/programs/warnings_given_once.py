# what torch warns of once in a process, however often it is done
import torch

for _ in range(2):
    print(torch.ones(2, 3, 4).T.shape)
    matrix = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
    print(torch.cholesky(matrix))
    print(torch.qr(matrix)[1].abs())
    print(torch.triangular_solve(torch.ones(2, 1), matrix)[0])
    print(torch.cross(torch.eye(3), torch.ones(3, 3)))
    print(torch.lu(matrix)[1])
    places = torch.tensor([[1.0, 0.5], [2.0, 0.0]])
    print(torch.searchsorted(torch.arange(3.0), places.T))
    print(torch.searchsorted(places.T, places))
    print(torch.FloatStorage([1.0]).tolist())
    print(torch.ones(2, dtype=torch.float64).storage().size())
