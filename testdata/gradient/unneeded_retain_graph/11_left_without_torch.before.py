# Other libraries have such an argument too.
from mygrad import Tensor


def train(model, loader):
    for x in loader:
        loss = model(x).mean()
        loss.backward(retain_graph=True)
