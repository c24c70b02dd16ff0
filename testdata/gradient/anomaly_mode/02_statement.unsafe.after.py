# Switched on for the whole program.
import torch
from torch import nn



def main():
    nn.Linear(2, 1)(torch.ones(1, 2)).sum().backward()


if __name__ == "__main__":
    main()
