import numpy as np


def play(env, agent):
    totals = np.array([])
    for episode in range(10000):
        state = env.reset()
        for step in range(60):
            state, reward, done, info = env.step(agent.act(state))
            if done:
                totals = np.append(totals, info.total)
                break
    print(totals.mean())
