# One block serves all that the function evaluates, where a decorator can't be.
import torch
from torch.autograd import Variable

encoder = torch.nn.Sequential(torch.nn.Conv2d(3, 64, 3), torch.nn.ReLU(), torch.nn.Conv2d(64, 8, 3))
model = torch.nn.Sequential(torch.nn.Conv2d(8, 64, 3), torch.nn.ReLU(), torch.nn.Conv2d(64, 8, 3))
criterion = torch.nn.MSELoss()


def evaluate(loader, example):
    model.eval()
    encoder.eval()
    print("evaluating")
    total = criterion(encoder(Variable(example)), example).item()  # expect: no-grad-eval[safe]
    for images, targets in loader:
        output = model(encoder(Variable(images)))
        total += criterion(output, targets).item()
    return total
