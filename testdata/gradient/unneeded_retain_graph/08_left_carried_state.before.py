# The graph reaches back into earlier iterations: without it the second backward pass fails.
import torch


def recurrent(rnn, head, loader, optimizer):
    h = torch.zeros(1, 1, 8)
    for x, y in loader:
        out, h = rnn(x, h)
        loss = (head(out) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


def previous(model, loader, optimizer):
    last = None
    for x in loader:
        if last is not None:
            optimizer.zero_grad()
            (model(x) - last).pow(2).mean().backward()
        out = model(x)
        out.mean().backward(retain_graph=True)
        last = out


def shared_prefix(encoder, head, images, loader, optimizer):
    features = encoder(images)
    for labels in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(head(features), labels)
        loss.backward(retain_graph=True)
        optimizer.step()
