def reg(m):
    return m.aux
