import torch


class Search:
    def __init__(self, net):
        self.net = net

    def best(self, boards):
        rated = []
        for board in torch.utils.data.DataLoader(boards):  # expect: no-grad-eval[unsafe]
            rated.append(self.net.rate(board).item())
        return max(rated)
