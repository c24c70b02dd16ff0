# The models are kept, in whatever way.
from tensorflow import keras


class Ensemble:
    def fit(self, folds):
        for x, y in folds:
            model = keras.Sequential([keras.layers.Dense(1)])
            model.compile("adam", "mse")
            model.fit(x, y)
            self.models.append(model)

    def by_fold(self, folds):
        for i, (x, y) in enumerate(folds):
            self.model = keras.Sequential([keras.layers.Dense(1)])
            self.model.fit(x, y)


def all_of_them(n):
    return [keras.Sequential([keras.layers.Dense(1)]) for _ in range(n)]


def best(folds):
    best_score, best_model = 0, None
    for x, y in folds:
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(x, y)
        score = model.evaluate(x, y)
        if score > best_score:
            best_score, best_model = score, model
    return best_model


def first_that_works(folds):
    for x, y in folds:
        model = keras.Sequential([keras.layers.Dense(1)])
        model.fit(x, y)
        if model.evaluate(x, y) > 0.5:
            return model
    return None


def blocks(sizes, simple):
    parts = []
    for n in sizes:
        part = simple(n) if n < 2 else keras.Sequential([keras.layers.Dense(n)])
        parts.append(part)
    return keras.Sequential(parts)
