_terms = []


def add_term(value):
    _terms.append(value)


def pop_terms():
    total = sum(_terms)
    _terms.clear()
    return total
