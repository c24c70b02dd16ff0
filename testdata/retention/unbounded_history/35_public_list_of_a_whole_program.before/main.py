from project import ids, model, policy
from rollout import Maker, WeightHistory

if __name__ == "__main__":
    maker = Maker(policy)
    for _ in range(1000):
        maker(ids)
    print(maker.names)
    weights = WeightHistory()
    model.fit(ids, callbacks=[weights])
    model.save_weights("best.weights.h5")  # not maker.weights, which a comment may mention
