from tensorflow import keras


class Search:
    def __init__(self):
        self.scores = []

    def fit_one(self, width, data):
        model = keras.Sequential([keras.layers.Dense(width), keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(data)
        return model, model.evaluate(data)

    def run(self, widths, data):
        for width in widths:
            keras.backend.clear_session()
            model, score = self.fit_one(width, data)  # expect: keras-clear-session[unsafe]
            self.scores.append(score)
