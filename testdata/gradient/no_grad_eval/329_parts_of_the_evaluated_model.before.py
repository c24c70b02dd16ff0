import torch


def translate(model, ids, device, longest):
    model.eval()
    source = torch.LongTensor(ids).unsqueeze(-1).to(device)
    encoded, hidden = model.encoder(source)  # expect: no-grad-eval[unsafe]
    words = [0]
    attentions = torch.zeros(longest, 1, len(ids))
    for i in range(longest):
        last = torch.LongTensor([words[-1]]).to(device)
        output, hidden, attention = model.decoder(last, hidden, encoded)
        attentions[i] = attention
        word = output.argmax(-1).item()
        words.append(word)
        if word == 3:
            break
    return words


def accuracy(rank, model, loader):
    model.eval()
    given, wanted = [], []
    for batch in show(loader) if rank == 0 else loader:  # expect: no-grad-eval[unsafe]
        wanted.append(batch.labels)
        given.append(model.module(batch.blocks, batch.x))
    return measure(torch.cat(given), torch.cat(wanted))


def masks(model, loader):
    model.eval()
    found = []
    for x in loader:
        found.append(model.make_mask(x).unsqueeze(0).cpu())
    return torch.cat(found)
