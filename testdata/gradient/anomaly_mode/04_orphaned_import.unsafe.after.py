# The import that nothing else reads goes too.
# mutations: no-nesting, no-aliases
import torch
from torch.autograd import Variable



def train(model, x):
    model(Variable(x)).sum().backward()
