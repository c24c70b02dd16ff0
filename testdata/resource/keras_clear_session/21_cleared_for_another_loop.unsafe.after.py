from tensorflow import keras


def build(units):
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("adam", "mse")
    return model


def score(units, x, y):
    model = build(units)
    model.fit(x, y)
    return float(model.evaluate(x, y))


def train_best(units, x, y):
    for seed in range(3):
        keras.backend.clear_session()
        keras.utils.set_random_seed(seed)
        model = build(units)
        model.fit(x, y)
        model.save(f"best{seed}.keras")


def main(x, y, grid):
    scores = []
    for units in grid:
        keras.backend.clear_session()
        scores.append((score(units, x, y), units))  # expect: keras-clear-session[unsafe]
    train_best(min(scores)[1], x, y)
