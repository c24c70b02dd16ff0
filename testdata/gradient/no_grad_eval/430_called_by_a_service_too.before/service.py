import torch
from decoder import Decoder


class Service:
    def __init__(self):
        self.decoder = Decoder()

    def answer(self, state):
        return self.decoder.decode(state, 20)
