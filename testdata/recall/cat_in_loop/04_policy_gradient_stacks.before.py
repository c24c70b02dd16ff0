# Reported at https://github.com/hunkim/ReinforcementZeroToAll/pull/15
# vstack in every step of an episode: 64 seconds instead of 0.09.
import numpy as np


def play_episode(env, agent, input_size):
    xs = np.empty(0).reshape(0, input_size)
    ys = np.empty(0).reshape(0, 1)
    rewards = np.empty(0).reshape(0, 1)
    state = env.reset()
    done = False
    while not done:
        x = np.reshape(state, [1, input_size])
        action = agent.act(x)
        state, reward, done, _ = env.step(action)
        xs = np.vstack([xs, x])  # expect: cat-in-loop[unsafe]
        ys = np.vstack([ys, action])  # expect: cat-in-loop[unsafe]
        rewards = np.vstack([rewards, reward])  # expect: cat-in-loop[unsafe]
    return xs, ys, rewards
