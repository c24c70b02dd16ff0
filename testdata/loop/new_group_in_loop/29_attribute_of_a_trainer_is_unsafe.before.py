import torch.distributed as dist


class Trainer:
    def __init__(self, model):
        self.model = model
        self.group = None
        for _ in range(4):
            self.last = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]

    def train(self, loader):
        for batch in loader:
            self.group = dist.new_group(list(range(2)))  # expect: new-group-in-loop[unsafe]
            loss = self.model(batch)
            dist.all_reduce(loss, group=self.group)

    def rank(self):
        return self.group.rank()
