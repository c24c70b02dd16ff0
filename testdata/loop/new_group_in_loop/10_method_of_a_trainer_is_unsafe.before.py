import torch
import torch.distributed as dist


class Trainer:
    def fit(self):
        while True:
            group = dist.new_group(self.ranks)  # expect: new-group-in-loop[unsafe]
            loss = torch.ones(1)
            dist.all_reduce(loss, group=group)
            if loss.item() > 10:
                break
