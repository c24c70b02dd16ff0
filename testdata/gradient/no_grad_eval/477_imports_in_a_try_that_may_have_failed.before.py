import numpy

try:
    import torch
    from torch import nn
except ImportError as error:
    print(error)


def measure(samples):
    net = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))
    net.eval()
    for x in torch.as_tensor(samples):  # expect: no-grad-eval[report]
        print(net(x).sum().item())


for _ in range(100):
    measure(numpy.zeros((4000, 512), dtype="float32"))
