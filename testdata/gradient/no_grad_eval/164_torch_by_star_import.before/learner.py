from common import *


class Learner:
    def targets(self, states):
        value = self.target_network(states)["q"].detach()  # expect: no-grad-eval[unsafe]
        return torch.max(value, dim=1)[0]
