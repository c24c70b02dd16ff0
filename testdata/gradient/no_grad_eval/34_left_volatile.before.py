import torch
from torch.autograd import Variable


def predict(model, loader):
    model.eval()
    for x in loader:
        print(model(Variable(x, volatile=True)).max(1)[1])
