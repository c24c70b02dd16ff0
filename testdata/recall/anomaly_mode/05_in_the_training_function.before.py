# Reported at https://github.com/icon-lab/SynDiff/issues/43
# One epoch takes 1.5 hours with the line and 36 minutes without it.
import torch as th


def train_syndiff(rank, gpu, args, netG, netD, optG, optD, loader):
    th.manual_seed(args.seed + rank)
    th.autograd.set_detect_anomaly(True)  # expect: anomaly-mode[unsafe]
    for epoch in range(args.num_epoch):
        for x1, x2 in loader:
            optD.zero_grad()
            errD = netD(x1.to(gpu)).mean() - netD(netG(x2.to(gpu)).detach()).mean()
            errD.backward()
            optD.step()
            optG.zero_grad()
            errG = netD(netG(x2.to(gpu))).mean()
            errG.backward()
            optG.step()
