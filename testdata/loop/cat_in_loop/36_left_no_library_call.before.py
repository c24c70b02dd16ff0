def cat(pair, dim=0):
    return pair[0] + pair[1]


class torch:
    cat = staticmethod(cat)


text = ""
for word in ["a", "b"]:
    text = torch.cat((text, word))
    text = cat((text, word))
print(text)
