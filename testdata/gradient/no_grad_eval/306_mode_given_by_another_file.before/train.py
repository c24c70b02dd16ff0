import torch
from torch import nn

from engine import Trainer, run_epoch, trains_always


def main(train_loader, val_loader, settings):
    model = nn.Linear(4096, 4096)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    trainer = Trainer()
    for epoch in range(100):
        run_epoch(train_loader, model, criterion, optimizer, True)
        print(run_epoch(val_loader, model, criterion, None, train=False))
        trains_always(train_loader, model, criterion, optimizer)
        trains_always(train_loader, model, criterion, optimizer, **settings)
        for batch in train_loader:
            trainer.run_batch(model, criterion, batch)
        for batch in val_loader:
            print(trainer.run_batch(model, criterion, batch, "val"))
