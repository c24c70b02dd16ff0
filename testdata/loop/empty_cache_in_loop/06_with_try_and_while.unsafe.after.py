import torch as th
from torch.cuda import empty_cache


def serve(net, queue):
    while queue:
        with th.no_grad():
            out = net(queue.pop())
        try:
            queue.answer(out)
        finally:
            pass  # expect: empty-cache-in-loop[unsafe]
