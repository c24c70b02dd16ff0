# Both step, and only one of them is reset.
import torch


def train(encoder, decoder, encoder_optimizer, decoder_optimizer, criterion, loader):
    for x, y in loader:
        encoder_optimizer.zero_grad()
        decoder_optimizer.zero_grad()
        loss = criterion(decoder(encoder(x)), y)
        loss.backward()  # expect: missing-zero-grad[unsafe]
        encoder_optimizer.step()
        decoder_optimizer.step()


def make(encoder, decoder):
    return torch.optim.SGD(encoder.parameters(), lr=0.1), torch.optim.SGD(decoder.parameters(), lr=0.1)
