# Reported at https://github.com/lyq133/LIC-HPCM/issues/4
# An AverageMeter made once per epoch sums up losses with their graphs; the run dies deep
# in the epoch.
import torch


class AverageMeter:
    """Compute running average."""

    def __init__(self):
        self.val = 0
        self.avg = 0
        self.sum = 0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


def train_one_epoch(model, criterion, loader, optimizer, epoch, clip):
    model.train()
    loss = AverageMeter()
    for i, d in enumerate(loader):
        d = d.cuda()
        optimizer.zero_grad()
        out_net = model(d)
        out_criterion = criterion(out_net, d)
        out_criterion["loss"].backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        loss.update(out_criterion["loss"].detach())  # expect: detach-accumulated-loss[unsafe]
        if i % 100 == 0:
            print(f"Train epoch {epoch}: [{i * len(d)}] Loss: {loss.avg:.3f}")
