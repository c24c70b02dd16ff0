import torch as th
from torch.cuda import empty_cache


def serve(net, queue):
    while queue:
        with th.no_grad():
            out = net(queue.pop())
            empty_cache()  # expect: empty-cache-in-loop[unsafe]
        try:
            queue.answer(out)
        finally:
            empty_cache()  # expect: empty-cache-in-loop[unsafe]
