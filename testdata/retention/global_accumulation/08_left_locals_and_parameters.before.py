# The names are bound in the function: nothing of the module grows.
results = []


def collect(values):
    results = []
    for value in values:
        results.append(value)
    return results


def fill(results, value):
    results.append(value)
