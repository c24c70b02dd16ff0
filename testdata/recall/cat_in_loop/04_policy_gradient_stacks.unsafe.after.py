# Reported at https://github.com/hunkim/ReinforcementZeroToAll/pull/15
# vstack in every step of an episode: 64 seconds instead of 0.09.
import numpy as np


def play_episode(env, agent, input_size):
    xs = np.empty(0).reshape(0, input_size)
    ys = np.empty(0).reshape(0, 1)
    rewards = np.empty(0).reshape(0, 1)
    state = env.reset()
    done = False
    rewards_parts = [rewards]
    xs_parts = [xs]
    ys_parts = [ys]
    while not done:
        x = np.reshape(state, [1, input_size])
        action = agent.act(x)
        state, reward, done, _ = env.step(action)
        xs_parts.append(x)  # expect: cat-in-loop[unsafe]
        ys_parts.append(action)  # expect: cat-in-loop[unsafe]
        rewards_parts.append(reward)  # expect: cat-in-loop[unsafe]
    ys = np.vstack(ys_parts)
    xs = np.vstack(xs_parts)
    rewards = np.vstack(rewards_parts)
    return xs, ys, rewards
