# options: minor: false
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.body = nn.TransformerEncoderLayer(width, 8, batch_first=True)

    def forward(self, x):
        return self.body(self.embed(x))


def complete(words):
    net = Net(11, 512)
    net.load_state_dict(torch.load("net.pt"))
    net.eval()
    for _ in range(9):  # expect: no-grad-eval[unsafe]
        best = net(words)[:, -1].argmax(1)
        words = torch.cat([words, best[None]], dim=1)
    print(words.tolist())


for line in open("lines.txt"):
    complete(torch.LongTensor([[len(word) for word in line.split()]]))
