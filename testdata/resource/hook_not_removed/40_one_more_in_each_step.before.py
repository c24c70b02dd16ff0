import torch

inputs_seen = []


def hook(module, inputs, output):
    inputs_seen.append(inputs[0])


def train_exit(backbone, head, loader, criterion, optimizer):
    global inputs_seen
    for images, target in loader:
        inputs_seen = []
        for name, module in backbone.named_modules():
            if name == "layer3.17.conv1":
                module.register_forward_hook(hook=hook)  # expect: hook-not-removed[unsafe]
        backbone(images)
        loss = criterion(head(inputs_seen[0]), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
