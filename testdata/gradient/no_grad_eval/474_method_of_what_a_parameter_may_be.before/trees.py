class Trees:
    def predict(self, features):
        return features * 2
