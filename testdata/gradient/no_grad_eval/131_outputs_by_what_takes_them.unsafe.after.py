# argmax() as a function, a criterion, detach(): each takes tensors only.
import torch


@torch.no_grad()
def predict_label(net, words):
    tokens = torch.tensor(words)
    label = torch.argmax(net(tokens), dim=1)  # expect: no-grad-eval[unsafe]
    return "good" if label == 1 else "bad"


def update(discriminator, generator, criterion, x, z, optimizer):
    optimizer.zero_grad()
    with torch.no_grad():
        fake = generator(z)  # expect: no-grad-eval[unsafe]
    loss = criterion(discriminator(x), discriminator(fake.detach()))
    loss.backward()
    optimizer.step()
