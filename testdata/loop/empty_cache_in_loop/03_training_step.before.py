import gc

import torch
from tqdm import tqdm


class Trainer:
    def train(self, epochs):
        for epoch in range(epochs):
            for i, (x, y) in enumerate(tqdm(self.train_loader)):
                self.optimizer.zero_grad()
                loss = self.criterion(self.model(x), y)
                loss.backward()
                self.optimizer.step()
                gc.collect()  # expect: empty-cache-in-loop[unsafe]
                torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
                self.log(loss.item())
