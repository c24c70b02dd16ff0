import torch


def collect(env, net, memory):
    net.eval()
    state = env.reset()
    while True:
        q = net(state)
        memory.push(state, q)
        state = env.step(q.argmax().item())
