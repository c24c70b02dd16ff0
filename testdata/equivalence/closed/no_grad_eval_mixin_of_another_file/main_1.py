from loops_1 import Loop
from probes_1 import Probing


class ProbingLoop(Probing, Loop):
    pass


loop = ProbingLoop()
print(loop.evaluate(), loop.probed)
