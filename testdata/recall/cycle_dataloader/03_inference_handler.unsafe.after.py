# Reported at https://github.com/DeepLearnPhysics/lartpc_mlreco3d/pull/77
# mutations: no-nesting
# At inference time the data were cycled by itertools, at training time by a generator;
# only the first leaks.

from torch.utils.data import DataLoader


class Handlers:
    def __init__(self, cfg, dataset):
        self.cfg = cfg
        self.data_io = DataLoader(dataset, batch_size=cfg["batch_size"])
        self.data_io_iter = None
        self.iteration = 0


def repeat_loader(loader):
    while True:
        yield from loader


def inference(handlers, trainer, total_iterations):
    handlers.data_io_iter = repeat_loader(handlers.data_io)  # expect: cycle-dataloader[unsafe]
    for handlers.iteration in range(total_iterations):
        data_blob = next(handlers.data_io_iter)
        result = trainer.forward(data_blob)
        print(handlers.iteration, result["loss"])
