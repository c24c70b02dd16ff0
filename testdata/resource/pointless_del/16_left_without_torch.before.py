def run(x):
    y = [x] * 1000
    z = len(y)
    del y
    return z
