def reg(m):
    return m.running_mean.pow(2).sum()
