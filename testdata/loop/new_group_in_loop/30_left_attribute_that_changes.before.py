# The attribute has several values, is kept, or is read before it is set.
import torch.distributed as dist


class SetTwice:
    def train(self, loader):
        for batch in loader:
            self.first = dist.new_group([0, 1])
            dist.all_reduce(batch, group=self.first)
            self.reset()

    def reset(self):
        self.first = None


class KeepsAll:
    def train(self, loader):
        self.groups = []
        for batch in loader:
            self.second = dist.new_group([0, 1])
            self.groups.append(self.second)


class ReadsTheOneBefore:
    def train(self, loader):
        for batch in loader:
            if self.third is not None:
                dist.all_reduce(batch, group=self.third)
            self.third = dist.new_group([0, 1])


class HandsItOn:
    def train(self, loader, workers):
        for batch in loader:
            self.fourth = dist.new_group([0, 1])
            workers.start(self.fourth)


class OfAnotherObject:
    def train(self, loader, other):
        for batch in loader:
            other.group = dist.new_group([0, 1])
            dist.all_reduce(batch, group=other.group)


class Deleted:
    def train(self, loader):
        for batch in loader:
            self.fifth = dist.new_group([0, 1])
            dist.all_reduce(batch, group=self.fifth)
            del self.fifth
