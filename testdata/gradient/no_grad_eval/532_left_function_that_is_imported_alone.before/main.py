import torch

from scores import (
    accuracy,  # once more, when there is a test set
    entropy as uncertainty,
)

if __name__ == "__main__":
    model = torch.load("model.pt")
    for batch in torch.load("batches.pt"):
        print(uncertainty(model, batch))
