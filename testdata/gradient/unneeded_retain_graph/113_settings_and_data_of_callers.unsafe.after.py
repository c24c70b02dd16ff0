import torch


def attack(model, images, labels, weight=1.0, steps=100):
    w = torch.atanh(images).detach().requires_grad_(True)
    opt = torch.optim.Adam([w], lr=0.1)
    best = images.clone()
    smallest = torch.full((images.size(0),), 1e9)
    for _ in range(steps):
        changed = 0.5 * (torch.tanh(w) + 1)
        distance = (changed - images).flatten(1).pow(2).sum(1)
        loss = (distance + weight * model(changed).gather(1, labels).squeeze(1)).sum()
        opt.zero_grad()
        loss.backward()  # expect: unneeded-retain-graph[unsafe]
        opt.step()
        with torch.no_grad():
            closer = distance < smallest
            best[closer] = changed[closer]
            smallest[closer] = distance[closer]
    return best


class Trainer:
    def __init__(self, model, args, loader):
        self.model = model
        self.args = args
        self.loader = loader
        self.opt = torch.optim.SGD(model.parameters(), lr=args.lr)

    def step(self, b):
        loss, logits = self.model(**b)
        if self.args.smooth:
            loss = loss + self.args.smooth * logits.pow(2).mean()
        self.opt.zero_grad()
        loss.backward()  # expect: unneeded-retain-graph[unsafe]
        self.opt.step()
        return loss

    def fit(self):
        for b in self.loader:
            print(self.step(b).item())
