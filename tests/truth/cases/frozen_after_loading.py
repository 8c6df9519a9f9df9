# parameters that no longer require grad, since the program said so
import torch

torch.manual_seed(0)
teacher, student = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
teacher.load_state_dict(student.state_dict())
teacher.requires_grad_(False)
wanted = teacher(torch.ones(3, 2))
((student(torch.ones(3, 2)) - wanted - 1) ** 2).mean().backward()
print(teacher.weight.grad)
