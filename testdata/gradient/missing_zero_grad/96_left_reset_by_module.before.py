# The module is reset for the second optimizer.
import torch


def train(encoder, decoder, encoder_optimizer, decoder_optimizer, criterion, loader):
    for x, y in loader:
        encoder_optimizer.zero_grad()
        decoder.zero_grad()
        loss = criterion(decoder(encoder(x)), y)
        loss.backward()
        encoder_optimizer.step()
        decoder_optimizer.step()
