# options: minor: true
import torch


def train(model, loader, optimizer, plan):
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        match plan[step]:
            case "free":
                torch.cuda.empty_cache()
