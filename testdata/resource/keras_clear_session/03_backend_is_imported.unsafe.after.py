# The import style of the file is kept.
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential


def cross_validate(folds, x, y):
    scores = []
    for train, test in folds.split(x):
        K.clear_session()
        model = Sequential()  # expect: keras-clear-session[unsafe]
        model.add(Dense(4))
        model.compile("adam", K.mean)
        model.fit(x[train], y[train])
        scores.append(model.evaluate(x[test], y[test]))
    return scores
