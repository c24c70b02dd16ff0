# An option decides, the graph is created to be differentiated, a framework trains.
import pytorch_lightning as pl
import torch


def option(model, x, keep):
    model(x).sum().backward(retain_graph=keep)


def off(model, x):
    model(x).sum().backward(retain_graph=False)


def second_order(model, x):
    model(x).sum().backward(retain_graph=True, create_graph=True)


class Module(pl.LightningModule):
    def training_step(self, batch, index):
        loss = self.model(batch).mean()
        loss.backward(retain_graph=True)
        return loss
