# Nobody differentiates the state that an inference leaves behind: the next one, and forward(), begin
# with their own.
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTMCell(512, 512)
        self.project = nn.Linear(512, 512)

    def start(self, memory):
        self.hidden = memory.new_zeros(memory.size(0), 512)
        self.cell = memory.new_zeros(memory.size(0), 512)

    def decode(self, frame):
        self.hidden, self.cell = self.rnn(frame, (self.hidden, self.cell))
        return self.project(self.hidden)

    def forward(self, memory, frames):
        self.start(memory)
        return torch.stack([self.decode(frame) for frame in frames])

    def inference(self, memory):
        """
        Decodes until the decoder says that it is done.
        """
        frame = memory[:, 0]
        self.start(memory)
        frames = []
        while len(frames) < 1000:
            frame = self.decode(frame)  # expect: no-grad-eval[unsafe]
            frames += [frame.squeeze(1)]
            if torch.sigmoid(frame.data).mean() > 0.5:
                break
        return torch.stack(frames)
