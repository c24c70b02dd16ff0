# What is evaluated right before a block joins it.
import torch

model = torch.nn.Sequential(torch.nn.Conv2d(8, 64, 3), torch.nn.ReLU(), torch.nn.Conv2d(64, 8, 3))
criterion = torch.nn.MSELoss()


def train(optimizer, loader, held_out, other):
    for images, targets in loader:
        optimizer.zero_grad()
        criterion(model(images), targets).backward()
        optimizer.step()
        before = [model(x).max().item() for x in held_out]  # expect: no-grad-eval[safe]
        with torch.no_grad():
            after = [model(x).max().item() for x in other]
        print(before, after)


def train_with_words(optimizer, loader, held_out, other):
    for images, targets in loader:
        optimizer.zero_grad()
        criterion(model(images), targets).backward()
        optimizer.step()
        before = [model(x).max().item() for x in held_out]  # expect: no-grad-eval[safe]
        # The others are far more.
        with torch.no_grad():
            # All of them.
            after = [model(x).max().item() for x in other]
        print(before, after)


loader = torch.utils.data.DataLoader(torch.randn(64, 8, 64, 64))
model.eval()
for batch in loader:  # expect: no-grad-eval[safe]
    print(model(batch).max().item())
with torch.no_grad():
    print(sum(model(batch).max().item() for batch in loader))
