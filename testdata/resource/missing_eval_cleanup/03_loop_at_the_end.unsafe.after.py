import gc

import torch


def test(net, loader, log):
    net.eval()
    for x in loader:  # expect: missing-eval-cleanup[unsafe]
        log(net(x).mean().item())
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
