import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.body = nn.TransformerEncoderLayer(width, 8, batch_first=True)

    def forward(self, x):
        return self.body(self.embed(x))


def make_net(words, width):
    net = Net(words, width)
    for weight in net.parameters():
        if weight.dim() > 1:
            nn.init.xavier_uniform_(weight)
    return net


def try_out():
    net = make_net(11, 512)
    net.eval()
    words = torch.LongTensor([[1, 2, 3]])
    for _ in range(9):
        best = net(words)[:, -1].argmax(1)
        words = torch.cat([words, best[None]], dim=1)
    print(words.tolist())


for _ in range(100):
    try_out()
