import torch


class Trainer:
    def __init__(self, cell, head):
        self.cell, self.head = cell, head
        self.optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)

    def run(self, batches):
        kept = []
        for x in batches:
            loss = self.head(self.cell(x)).pow(2).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            loss.count = len(x)
            kept.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
        return kept
