import torch.distributed as dist


class Elastic:
    def fit(self):
        for epoch in range(10):
            group = dist.new_group(self.ranks)
            dist.barrier(group=group)
            self.regroup()

    def regroup(self):
        self.ranks = self.ranks[1:]
