from nets import ActorCritic


class Agent:
    def __init__(self, device):
        self.net = ActorCritic().to(device)

    def act(self, state):
        return self.net.act(state)
