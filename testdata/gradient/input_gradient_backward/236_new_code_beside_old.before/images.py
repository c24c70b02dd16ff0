import torch
from torch.autograd import Variable


def preprocess(picture):
    return Variable(torch.tensor(picture), requires_grad=True)
