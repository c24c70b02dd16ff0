from tensorflow import keras


def start_again():
    keras.backend.clear_session()


def score(units, x, y):
    start_again()
    model = keras.Sequential([keras.layers.Dense(units)])
    model.compile("adam", "mse")
    model.fit(x, y)
    return float(model.evaluate(x, y))


def main(x, y, grid):
    return_of = []
    for units in grid:
        return_of.append(score(units, x, y))
    return return_of


def with_encoder(x, y, grid):
    encoder = keras.Sequential([keras.layers.Dense(4)])
    for units in grid:
        model = keras.Sequential([keras.layers.Dense(units)])
        model.compile("adam", "mse")
        model.fit(encoder.predict(x), y)
