import torch

from training import Trainer, build

if __name__ == "__main__":
    trainer = Trainer(*build())
    checkpoint = torch.load("last.pt", map_location="cuda")  # expect: memory-not-freed[unsafe]
    trainer.restore(checkpoint)
    trainer.train(range(10))
