from contextlib import contextmanager

import torch


@contextmanager
def observed(model, seen):
    handles = []
    for layer in model.layers:
        handle = layer.register_forward_hook(lambda m, i, o: seen.append(o.shape))  # expect: hook-not-removed[unsafe]
        handles.append(handle)

    yield

    for handle in handles:
        handle.remove()


class Watched(torch.nn.Module):
    @contextmanager
    def watch(self, hook):
        if hook is None:
            yield self
            return
        handle = self.body.register_forward_pre_hook(hook)  # expect: hook-not-removed[unsafe]
        yield self
        handle.remove()

    @contextmanager
    def watch_with_care(self, hook):
        handle = self.body.register_forward_pre_hook(hook)
        try:
            yield self
        finally:
            handle.remove()

    @contextmanager
    def watch_and_answer(self, hook):
        handle = self.body.register_forward_pre_hook(hook)
        yield self
        handle.remove()
        return

    def outputs(self, hook, batches):
        handle = self.body.register_forward_pre_hook(hook)
        yield [self(batch) for batch in batches]
        handle.remove()
