import scores
import torch

if __name__ == "__main__":
    model = torch.load("model.pt")
    print(scores, model)
