import torch


def judge(net, real, fake, crit):
    loss = crit(net(real), True) + crit(net(fake.detach()), False)
    loss.backward()
    return loss


def train(g, d, loader, opt_g, opt_d, crit):
    for x, y in loader:
        fake = g(x)
        loss = crit(d(fake), True)
        opt_g.zero_grad()
        loss.backward()  # expect: unneeded-retain-graph[unsafe]
        opt_g.step()
        opt_d.zero_grad()
        other = judge(d, y, fake, crit)
        opt_d.step()
        print(loss.item(), other.item())
