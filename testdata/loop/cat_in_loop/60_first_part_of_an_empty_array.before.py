# The first part takes the place of an empty array.
import numpy as np


def predict(model, loader):
    predictions = np.array([])
    for batch in loader:
        found = model(batch)
        if np.size(predictions) == 0:
            predictions = found
        else:
            predictions = np.vstack((predictions, found))  # expect: cat-in-loop[unsafe]
    return predictions
