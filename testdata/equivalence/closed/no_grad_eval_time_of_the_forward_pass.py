# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import time

class Classifier(nn.Module):

    def forward(self, x):
        pass

def main():
    model = Classifier()
    batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
    model.eval()
    start = time.time()
    for x, y in batches:
        model(x)
    print(time.time() - start)
main()
