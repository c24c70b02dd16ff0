from functools import partial

import torch


class Recorder:
    def default(self, model, x):
        model.fc.register_forward_hook(lambda m, i, o, kept=self.kept: kept.append(o))
        model(x)

    def bound(self, model, x):
        def keep(kept, module, inputs, output):
            kept.append(output)

        model.fc.register_forward_hook(partial(keep, self.kept))
        model(x)

    def through_the_module(self, model, x):
        def keep(module, inputs, output):
            kept = module.kept
            kept.append(output)

        model.fc.register_forward_hook(keep)
        model(x)
