# mutations: no-nesting
import keras


def build(units):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
    model.compile("adam", "mse")
    return model


def cross_validate(units, folds):
    scores = []
    for (x, y), (x_test, y_test) in folds:
        keras.backend.clear_session()
        model = build(units)  # expect: keras-clear-session[unsafe]
        model.fit(x, y)
        scores.append(float(model.evaluate(x_test, y_test)))
    return sum(scores) / len(scores)


def search(grid, folds):
    return min((cross_validate(units, folds), units) for units in grid)[1]


def train_final(units, x, y):
    model = build(units)
    model.fit(x, y)
    model.save("best.keras")


def main(grid, folds, x, y):
    units = search(grid, folds)
    keras.backend.clear_session()
    train_final(units, x, y)


main(range(4, 64), load("folds"), load("x"), load("y"))
