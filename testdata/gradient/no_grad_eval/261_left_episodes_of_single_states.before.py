import torch


def play(env, net):
    state = env.reset()
    total = 0.0
    while True:
        action = net(torch.FloatTensor([state])).argmax(1).item()
        state, reward, done, _ = env.step(action)
        total += reward
        if done:
            return total


def work(queue, env, net):
    net.eval()
    while True:
        weights = queue.get()
        if weights is None:
            break
        net.load_state_dict(weights)
        queue.put(play(env, net))
