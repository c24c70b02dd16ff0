# Reported at https://github.com/stanford-iprl-lab/nerf_shared/issues/10
# In a utility function; from 6 to 9 iterations a second without it.
import torch
from torch.autograd import set_detect_anomaly


def get_optimizer(models, args):
    set_detect_anomaly(True)  # expect: anomaly-mode[unsafe]
    params = []
    for m in models:
        params += list(m.parameters())
    return torch.optim.Adam(params=params, lr=args.lrate, betas=(0.9, 0.999))
