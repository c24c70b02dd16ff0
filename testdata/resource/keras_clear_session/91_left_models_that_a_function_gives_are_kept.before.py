from tensorflow import keras


class Search:
    def __init__(self):
        self.models = []

    def fit_one(self, width, data):
        model = keras.Sequential([keras.layers.Dense(width), keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(data)
        return model, model.evaluate(data)

    def run(self, widths, data):
        for width in widths:
            model, score = self.fit_one(width, data)
            self.models.append({"score": score, "model": model})

    def answer(self, x):
        return sum(entry["model"].predict(x) for entry in self.models)
