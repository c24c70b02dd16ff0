import torch
from auxiliary import pop_terms
from evaluation import evaluate
from model import Experts
from torch.nn import functional as F

model = Experts()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = [(torch.randn(4, 8), torch.randn(4, 3)) for _ in range(20)]
for epoch in range(3):
    for x, y in data:
        loss = F.mse_loss(model(x), y) + 0.1 * pop_terms()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(evaluate(model, data))
