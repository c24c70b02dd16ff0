import torch as th
from agents import ReplayMemory, Transition


class Agent:
    def __init__(self, policy_net, capacity):
        self.policy_net = policy_net
        self.memory = ReplayMemory(capacity)
        self.store = ReplayMemory(capacity)

    def play(self, env, steps):
        state = env.reset()
        for _ in range(steps):
            q = self.policy_net(state)
            action = q.max(1)[1].view(1, 1)
            next_state, reward, done = env.step(action.item())
            self.memory.push(state, action, q.detach(), reward)  # expect: replay-buffer-graph[unsafe]
            self.memory.add(state, q_values=q.detach(), action=action)  # expect: replay-buffer-graph[unsafe]
            self.store.append(Transition(state, action, q.detach(), None))  # expect: replay-buffer-graph[unsafe]
            self.store[0] = {"state": state, "q": q.detach()}  # expect: replay-buffer-graph[unsafe]
            self.remember(state, q.detach(), reward, done)  # expect: replay-buffer-graph[unsafe]
            state = next_state
