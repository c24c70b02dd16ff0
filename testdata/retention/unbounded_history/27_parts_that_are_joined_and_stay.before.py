import torch
from lightning import LightningModule


class Detector(LightningModule):
    def __init__(self):
        super().__init__()
        self.embeddings = []
        self.losses = []
        self.kept = []
        self.asked = []
        self.counted = []
        self.emptied = []
        self.later = []
        self.shown = []

    def training_step(self, batch, index):
        self.embeddings.append(self.model(batch))  # expect: unbounded-history[unsafe]

    def fit(self):
        embeddings = torch.vstack(self.embeddings)
        self.model.fit(embeddings)

    def validation_step(self, batch, index):
        loss = self.model.loss(batch)
        self.losses.append({"loss": loss})  # expect: unbounded-history[unsafe]
        self.kept.append(loss)
        self.asked.append(loss)
        self.counted.append(loss)
        self.emptied.append(loss)
        self.later.append(loss)
        self.shown.append(loss)  # expect: unbounded-history[report]

    def on_validation_epoch_end(self):
        mean = torch.stack([each["loss"] for each in self.losses]).mean()
        self.log("mean", mean)
        self.log("kept", torch.stack(self.kept).mean())
        self.log("first", self.kept[0])
        self.log("counted", torch.stack(self.counted).sum() / len(self.counted))
        self.log("emptied", torch.stack(self.emptied).mean())
        self.emptied.clear()

    def asked_losses(self):
        joined = torch.stack(self.asked)
        return joined

    def watch(self):
        self.log_later(lambda: torch.stack(self.later))

    def show(self):
        print(torch.stack(self.shown).mean())


class Meter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.rows = []

    def add(self, row):
        self.rows.append(row * 2)

    def on_epoch_end(self):
        print(torch.stack(self.rows).mean())
