# Reported at https://github.com/yunjey/pytorch-tutorial/issues/90
# The reader asks what detach(states) is for: without it the tutorial language model
# carries every graph along.
import torch
import torch.nn as nn


class RNNLM(nn.Module):
    def __init__(self, vocab_size, embed_size, hidden_size, num_layers):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, embed_size)
        self.lstm = nn.LSTM(embed_size, hidden_size, num_layers, batch_first=True)
        self.linear = nn.Linear(hidden_size, vocab_size)

    def forward(self, x, h):
        x = self.embed(x)
        out, (h, c) = self.lstm(x, h)
        out = out.reshape(out.size(0) * out.size(1), out.size(2))
        return self.linear(out), (h, c)


model = RNNLM(10000, 128, 1024, 1)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.002)

for epoch in range(5):
    states = (torch.zeros(1, 20, 1024), torch.zeros(1, 20, 1024))
    for i in range(0, ids.size(1) - 30, 30):
        inputs = ids[:, i:i + 30]
        targets = ids[:, (i + 1):(i + 1) + 30]
        outputs, states = model(inputs, states)  # expect: hidden-state-not-detached[unsafe]
        loss = criterion(outputs, targets.reshape(-1))
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
