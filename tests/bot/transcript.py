"""The life of a pull request as docs/bot.md tells it, from a real run.

    python3 transcript.py MLFIX           prints it
    python3 transcript.py MLFIX --write   puts it into docs/bot.md

Commits have fixed dates and people here, so that every run prints the same.
"""

import os
import sys
from pathlib import Path

from world import EVALUATION, EVALUATION_FIXED, TRAINING, World

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bot.md"
BEGIN, END = "<!-- transcript -->\n", "<!-- end of transcript -->\n"

CONFIG = """\
bot:
  repository: acme/trainer
  labels: [memory]
"""


class Teller:
    def __init__(self, mlfix):
        self.world = World(mlfix, {"evaluation.py": EVALUATION}, CONFIG)
        self.parts = []

    def say(self, text):
        self.parts.append(text + "\n")

    def show(self, command, output):
        self.parts.append(f"```console\n$ {command}\n{output.rstrip()}\n```\n")

    def bot(self):
        self.show("mlfix bot run", self.world.bot("run").stdout)

    def git(self, *words):
        self.show("git " + " ".join(words), self.world.git(*words))

    def tell(self):
        world = self.world
        self.say("A project evaluates a model with gradients on. The first run opens a pull request:")
        self.bot()
        self.git("log", "-1", "--format=%an <%ae>%n%n%B", "mlfix/gradient")
        self.say("Its description, as the forge got it:")
        self.parts.append("````markdown\n" + world.pull("mlfix/gradient").body.rstrip() + "\n````\n")
        self.say("Nothing changed since, so nothing happens:")
        self.bot()
        self.say("Somebody pushes a training loop that keeps its graphs. The same pull request "
                 "gets two more commits:")
        world.commit({"training.py": TRAINING}, "Add training")
        self.bot()
        self.git("log", "--format=%s", "main..mlfix/gradient")
        self.say("Somebody pushes a commit to the bot's branch. From now on it is theirs:")
        world.commit({"notes.md": "Measured: 300 MB less.\n"}, "Add notes", branch="mlfix/gradient")
        self.bot()
        self.say("They merge it. Later a copy of the evaluation comes along, in a pull request "
                 "of its own:")
        world.merge(1)
        world.git("branch", "-D", "mlfix/gradient")
        world.commit({"test.py": EVALUATION}, "Evaluate on the test set, too")
        self.bot()
        self.say("This time a maintainer closes it. That is a no, and it is remembered:")
        world.close_pull(2)
        self.bot()
        self.say("The next leak is proposed all the same, without what was declined:")
        world.commit({"third.py": EVALUATION.replace("evaluate", "score")}, "Add scores")
        self.bot()
        self.git("diff", "--stat", "main...mlfix/gradient")
        self.say("And when somebody fixes that by hand, the bot closes its own and deletes the "
                 "branch:")
        world.commit({"third.py": EVALUATION_FIXED.replace("evaluate", "score")},
                     "Score without gradients")
        self.bot()
        return "\n".join(self.parts)


def transcript(mlfix):
    teller = Teller(mlfix)
    try:
        return teller.tell()
    finally:
        teller.world.close()


def told():
    """The transcript that the page has."""
    return PAGE.read_text().split(BEGIN)[1].split(END)[0]


def main():
    text = transcript(os.path.abspath(sys.argv[1]))
    if "--write" not in sys.argv:
        print(text, end="")
        return
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + text + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
