import torch

from scores import entropy

if __name__ == "__main__":
    model = torch.load("model.pt")
    for batch in torch.load("batches.pt"):
        print(entropy(model, batch))
