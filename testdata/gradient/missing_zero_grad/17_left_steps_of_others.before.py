# No optimizer steps after these, or its gradients are not those of the iteration before.
import torch


def environment(env, policy, loader):
    for action in loader:
        loss = policy(action).sum()
        loss.backward()
        env.step(action)


def fresh_model(datasets, build):
    for data in datasets:
        net = build()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        net(data).sum().backward()
        optimizer.step()


def once(model, optimizer, x):
    model(x).sum().backward()
    optimizer.step()


def saliency(model, images):
    maps = []
    for image in images:
        image.requires_grad_(True)
        loss = model(image).sum()
        loss.backward()
        maps.append(image.grad)
    return maps


def for_the_caller(model, parts):
    for part in parts:
        loss = model(part).sum()
        loss.backward()


def differentiated(model, optimizer, loader, lr):
    for x in loader:
        grads = torch.autograd.grad(model(x).sum(), list(model.parameters()))
        for p, g in zip(model.parameters(), grads):
            p.data.sub_(lr * g)
