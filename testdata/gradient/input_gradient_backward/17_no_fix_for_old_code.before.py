import torch
from torch import nn
from torch.autograd import Variable

net = nn.Linear(4, 4)


def saliency(image):
    image = Variable(image, requires_grad=True)
    image.requires_grad_(True)
    score = net(image).max()
    score.backward()  # expect: input-gradient-backward[report]
    return image.grad
