def penalise(params):
    total = sum(p.grad.pow(2).sum() for p in params)
    total.backward()
