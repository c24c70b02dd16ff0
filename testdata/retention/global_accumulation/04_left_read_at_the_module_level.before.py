# Printed, plotted, looped over, returned by another function.
losses = []
norms = []
scores = []


def step(loss, norm, score):
    losses.append(loss)
    norms.append(norm)
    scores.append(score)


print(sum(losses) / len(losses))
for norm in norms:
    print(norm)


def best():
    return max(scores)
