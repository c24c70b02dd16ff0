from loops_1 import Attacking, Loop


class AttackedLoop(Attacking, Loop):
    pass


print(Loop().evaluate(), AttackedLoop().evaluate())
