import torch.distributed as dist


class Trainer:
    def __init__(self, model):
        self.model = model
        self.group = None
        self.last = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
        for _ in range(4):
            pass

    def train(self, loader):
        self.group = dist.new_group(list(range(2)))  # expect: new-group-in-loop[unsafe]
        for batch in loader:
            loss = self.model(batch)
            dist.all_reduce(loss, group=self.group)

    def rank(self):
        return self.group.rank()
