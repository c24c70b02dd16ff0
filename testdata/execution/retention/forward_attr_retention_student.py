# rule: forward-attr-retention
"""Features that the caller distils: detached, the body would be trained by the other loss alone."""
import torch
from torch import nn


class Student(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.body = nn.Linear(size, size)
        self.head = nn.Linear(size, 1)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        self.features = h
        return self.head(h)


def distill(student, teacher, x):
    out = student(x)
    loss = out.pow(2).mean() + (student.features - teacher(x).detach()).pow(2).mean()
    student.zero_grad()
    loss.backward()
    return student.body.bias.grad.norm().item()


torch.manual_seed(0)
student, teacher = Student(4), nn.Linear(4, 4)
for _ in range(3):
    print(f"{distill(student, teacher, torch.randn(8, 4)):.6f}")
