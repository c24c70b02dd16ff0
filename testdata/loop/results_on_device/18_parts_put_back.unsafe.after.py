# Only a part goes back at a time, or it stays on the CPU, or another value goes to the device.
import torch


@torch.no_grad()
def score(model, loader, head, device):
    features = []
    for images in loader:
        features.append(model(images).cpu())  # expect: results-on-device[unsafe]
    features = torch.cat(features).cpu()
    return [head(features[i : i + 64].to(device)).argmax() for i in range(0, len(features), 64)]


@torch.no_grad()
def convert(model, loader):
    features = []
    for images in loader:
        features.append(model(images).cpu())  # expect: results-on-device[unsafe]
    features = torch.cat(features).cpu()
    return features.to(torch.float64).to("cpu")


@torch.no_grad()
def like_another(model, loader, other):
    features = []
    for images in loader:
        features.append(model(images).cpu())  # expect: results-on-device[unsafe]
    features = torch.cat(features).cpu()
    other = torch.relu(other)
    return features.to(other.device)


@torch.no_grad()
def first(model, loader, device):
    features = []
    for images in loader:
        features.append(model(images).cpu())  # expect: results-on-device[unsafe]
    for i in range(len(features)):
        part = features[i].cpu()
        print(part.to(device).sum().item())


@torch.no_grad()
def name_used_before(model, loader, device, images):
    stacked = images.to(device)
    features = []
    for images in loader:
        features.append(model(images, stacked).cpu())  # expect: results-on-device[unsafe]
    stacked = torch.cat(features).cpu()
    return stacked.mean(dim=0)
