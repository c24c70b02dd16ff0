# Nothing shows what the decoders are; but what is differentiated has a graph.
import torch.nn.functional as F
from detectors import Detector



class Flow(Detector):
    def training_step(self, batch, index):
        optimizer = self.optimizers()
        total, count, seen = 0.0, 0, 0.0
        for decoder, part in zip(self.decoders, batch):
            optimizer.zero_grad()
            density = decoder(part)
            loss = -F.logsigmoid(density)
            self.manual_backward(loss.mean())
            optimizer.step()
            total += loss.sum()  # expect: detach-accumulated-loss[unsafe]
            seen += part.sum()
            count += len(part)
        self.log("loss", total.item() / count)
        return {"loss": total, "seen": seen}
