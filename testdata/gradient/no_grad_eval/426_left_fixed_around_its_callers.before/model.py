# A function that nobody else calls than an evaluation which is fixed itself: that fix serves both.
import torch


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(512, 512, 3)

    def forward(self, x):
        return self.lstm(x)[0]

    def inference(self, x):
        return self.lstm(x)[0]


class Synthesizer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.decoder = torch.nn.LSTM(512, 512, 3)

    def forward(self, x):
        return self.decoder(self.encoder(x))[0]

    def inference(self, x):
        memory = self.encoder.inference(x)
        return self.decoder(memory)[0]  # expect: no-grad-eval[unsafe]
