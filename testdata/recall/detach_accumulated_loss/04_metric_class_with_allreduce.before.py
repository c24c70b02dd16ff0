# Reported at https://github.com/horovod/horovod/pull/641
# The running metric of an ImageNet example averages over the workers and keeps the sum
# with its graph.
import horovod.torch as hvd
import torch
import torch.nn.functional as F


class Metric:
    def __init__(self, name):
        self.name = name
        self.sum = torch.tensor(0.0)
        self.n = torch.tensor(0.0)

    def update(self, val):
        self.sum += hvd.allreduce(val.cpu(), name=self.name)
        self.n += 1

    @property
    def avg(self):
        return self.sum / self.n


def train(model, optimizer, loader, epoch):
    model.train()
    train_loss = Metric("train_loss")
    for data, target in loader:
        optimizer.zero_grad()
        output = model(data.cuda())
        loss = F.cross_entropy(output, target.cuda())
        loss.backward()
        optimizer.step()
        train_loss.update(loss)  # expect: detach-accumulated-loss[unsafe]
        print(epoch, train_loss.avg.item())
