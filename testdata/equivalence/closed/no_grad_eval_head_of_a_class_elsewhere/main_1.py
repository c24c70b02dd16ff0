import torch
from base_1 import Base


class Linear(Base):
    def head(self, features):
        return self.top(features)


trainer = Linear()
for _ in range(3):
    print(round(trainer.step(torch.randn(64, 512), torch.randint(10, (64,))), 5))
print(trainer.top.weight[0, :4].tolist())
