import torch


@torch.no_grad()
def collect(env, net, memory):
    state = env.reset()
    while True:
        q = net(state)
        memory.push(state, q)
        state = env.step(q)


def guarded(env, net, memory, steps):
    state = env.reset()
    for _ in range(steps):
        with torch.no_grad():
            q = net(state)
        memory.push(state, q)
        state = env.step(q.argmax().item())


def maybe(env, net, memory, explore):
    state = env.reset()
    with torch.set_grad_enabled(explore):
        q = net(state)
        memory.push(state, q)
