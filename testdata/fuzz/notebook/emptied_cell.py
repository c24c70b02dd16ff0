# Switched on for the whole program.
import torch
from torch import nn

torch.autograd.set_detect_anomaly(True)  # expect: anomaly-mode[unsafe]


def main():
    torch.autograd.set_detect_anomaly(mode=True)  # expect: anomaly-mode[unsafe]
    nn.Linear(2, 1)(torch.ones(1, 2)).sum().backward()


if __name__ == "__main__":
    main()
