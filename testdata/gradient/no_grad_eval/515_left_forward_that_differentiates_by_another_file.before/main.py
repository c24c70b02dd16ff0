import torch
from evaluation import evaluate
from model import Field

print(evaluate(Field(), [(torch.randn(4, 3), torch.randn(4, 3)) for _ in range(20)]))
