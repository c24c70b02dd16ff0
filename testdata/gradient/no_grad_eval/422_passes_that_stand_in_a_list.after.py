# Passes of one batch whose graphs all stand at once, beside a training on batches as large.
import torch
from torch.nn import functional as F
from torchvision.models import resnet50


def entropy(probs):
    return -(probs * probs.log()).sum(-1)


@torch.no_grad()
def mc_predict(model, x, samples=30):
    probs = torch.stack([F.softmax(model(x), -1) for _ in range(samples)])  # expect: no-grad-eval[safe]
    mean = probs.mean(0)
    return mean.detach(), entropy(mean).detach()


def train(loader, epochs=90):
    model = resnet50().cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    for _ in range(epochs):
        for x, y in loader:
            loss = F.cross_entropy(model(x.cuda()), y.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for x, _ in loader:
            print(mc_predict(model, x.cuda()))
