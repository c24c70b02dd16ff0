from project import ids, policy
from recording import Maker, Shown

if __name__ == "__main__":
    shown = Shown()
    print(f"{shown.shown}")
    maker = Maker(policy)
    for name in ("batches", "policy"):
        print(getattr(maker, name))
