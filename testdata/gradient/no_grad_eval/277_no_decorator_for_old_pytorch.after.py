# Who still wraps tensors runs a PyTorch of that time; 0.4.0 has no decorator.
import torch
from torch.autograd import Variable

model = torch.nn.Sequential(torch.nn.Conv2d(3, 64, 3), torch.nn.ReLU(), torch.nn.Conv2d(64, 8, 3))
criterion = torch.nn.MSELoss()


def evaluate(loader):
    model.eval()
    total = 0
    with torch.no_grad():
        for images, targets in loader:  # expect: no-grad-eval[safe]
            output = model(Variable(images))
            total += criterion(output, targets).item()
    return total
