import torch


class Scorer:
    def score(self, x):
        y = self.model(x)
        z = y.mean().item()
        del y  # expect: pointless-del[report]
        return z

    def print(self, x):
        big = torch.randn(1000, 1000) @ x
        total = big.sum()
        print(total.item())
        del big, total  # expect: pointless-del[report]


def transform(joints, link):
    frames = torch.zeros(100, 4, 4)
    offsets = torch.eye(4)
    result = {name: frames[i] @ offsets for i, name in enumerate(joints)}
    del frames  # expect: pointless-del[report]
    del offsets  # expect: pointless-del[report]
    return result, link.name
