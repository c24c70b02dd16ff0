"""The life of the bot's pull requests, from the first to the last.

    python3 life_test.py MLFIX [unittest's arguments]
"""

import json
import os
import subprocess
import sys
import unittest

import transcript
from world import (ADDRESS, ANOMALY, CONFIG, EVALUATION, EVALUATION_FIXED, INSPECTION, TOKEN,
                   TRAINING, World)

MLFIX = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""

SETTINGS = CONFIG + """\
  labels: [leaks, bot]
  reviewers: [ada, acme/core]
"""

WAIT_LITTLE = ("--max-wait", "5")


def moved(text):
    """The same program further down."""
    return text.replace("\n\n\n", "\n\nLIMIT = 10\n\n\n", 1)


class BotTest(unittest.TestCase):
    def world(self, files=None, config=CONFIG):
        world = World(MLFIX, files, config)
        self.addCleanup(world.close)
        self.addCleanup(self.look_for_token, world)
        return world

    def look_for_token(self, world):
        found = subprocess.run(["grep", "-rlF", TOKEN, str(world.clone), str(world.remote)],
                               capture_output=True, text=True)
        self.assertEqual(found.stdout, "")
        for repository in (world.clone, world.remote):
            objects = subprocess.run(
                ["git", "-C", repository, "cat-file", "--batch-all-objects", "--batch"],
                capture_output=True)
            self.assertNotIn(TOKEN.encode(), objects.stdout)

    # Create

    def test_opens_one_pull_request_for_each_group_with_a_commit_for_each_rule(self):
        world = self.world({"a/evaluation.py": EVALUATION, "b/training.py": TRAINING,
                            "c/inspection.py": INSPECTION})
        self.assertEqual(world.outcomes(),
                         {"mlfix/gradient": "created", "mlfix/resource": "created"})
        self.assertEqual([(p.head, p.base) for p in world.github.pulls],
                         [("mlfix/gradient", "main"), ("mlfix/resource", "main")])
        subjects = world.git("log", "--format=%s", "main..mlfix/gradient").splitlines()
        self.assertEqual(len(subjects), 3)
        self.assertTrue(any("no-grad-eval" in subject for subject in subjects), subjects)
        self.assertEqual(world.file("mlfix/gradient", "a/evaluation.py"), EVALUATION_FIXED)
        self.assertIn("losses.append(loss.detach())",
                      world.file("mlfix/gradient", "b/training.py"))
        self.assertEqual(world.file("mlfix/gradient", "c/inspection.py"), INSPECTION)

    def test_a_commit_changes_what_its_rule_does_and_says_why(self):
        world = self.world({"training.py": TRAINING})
        world.bot("run")
        for line in world.git("log", "--format=%H %s", "main..mlfix/gradient").splitlines():
            commit, subject = line.split(" ", 1)
            changed = world.git("show", "--format=", "-U0", commit)
            self.assertEqual(changed.count("\n+ "), 1, changed)
            expected = "total += loss" if "accumulated" in subject else "losses.append"
            self.assertIn(expected, changed)
            message = world.git("log", "-1", "--format=%B", commit)
            self.assertIn("graph", message)
            self.assertIn("training.py:", message)

    def test_the_description_says_what_why_where_and_how_to_say_no(self):
        world = self.world()
        world.bot("run")
        body = world.pull("mlfix/gradient").body
        base = world.tip("main")
        link = f"https://github.com/acme/trainer/blob/{base}/evaluation.py#L8"
        for part in ("`no-grad-eval`", "a higher peak of memory", "**safe**", link,
                     "# mlfix: ignore[no-grad-eval]", "mlfix --select no-grad-eval", "mlfix 0.",
                     "<!-- mlfix-bot v=1 "):
            self.assertIn(part, body)
        self.assertNotIn("@torch", body)  # would notify a user of that name

    def test_a_second_run_changes_nothing(self):
        world = self.world(config=SETTINGS)
        world.bot("run")
        tip, written = world.tip("mlfix/gradient"), len(world.writes())
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})
        self.assertEqual(world.tip("mlfix/gradient"), tip)
        self.assertEqual(len(world.writes()), written)

    def test_labels_and_reviewers_come_once(self):
        world = self.world(config=SETTINGS)
        world.bot("run")
        pull = world.pull("mlfix/gradient")
        self.assertEqual((pull.labels, pull.reviewers, pull.teams),
                         (["bot", "leaks"], ["ada"], ["core"]))
        pull.labels = []
        world.commit({"evaluation.py": moved(EVALUATION)}, "Move")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "updated"})
        self.assertEqual(pull.labels, [])

    def test_identity_sign_off_and_ignored_revisions_are_configurable(self):
        world = self.world(config=CONFIG + """\
  author: "Leak Bot <leaks@example.org>"
  sign-off: true
  blame-ignore-revs: true
""")
        world.bot("run")
        log = world.git("log", "--format=%an <%ae>|%cn <%ce>", "main..mlfix/gradient").splitlines()
        self.assertEqual(set(log), {"Leak Bot <leaks@example.org>|Leak Bot <leaks@example.org>"})
        self.assertEqual(len(log), 2)
        signed = world.git("log", "-1", "--format=%(trailers:key=Signed-off-by,valueonly)",
                           "mlfix/gradient")
        self.assertEqual(signed, "Leak Bot <leaks@example.org>")
        listed = world.file("mlfix/gradient", ".git-blame-ignore-revs")
        self.assertIn(world.git("rev-parse", "mlfix/gradient~1"), listed)

    def test_unsafe_fixes_have_a_pull_request_of_their_own_and_only_on_request(self):
        world = self.world({"evaluation.py": EVALUATION, "anomaly.py": ANOMALY})
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})
        self.assertEqual(world.outcomes("--unsafe"),
                         {"mlfix/gradient": "left", "mlfix/gradient-unsafe": "created"})
        pull = world.pull("mlfix/gradient-unsafe")
        self.assertIn("unsafe", pull.title)
        self.assertIn("assumption", pull.body)
        self.assertEqual(world.file("mlfix/gradient-unsafe", "evaluation.py"), EVALUATION)
        self.assertNotEqual(world.file("mlfix/gradient-unsafe", "anomaly.py"), ANOMALY)

    def test_a_configured_program_is_measured_for_the_description(self):
        config = CONFIG + '  measure: [python3, run.py]\n'
        world = self.world({"evaluation.py": EVALUATION,
                            "run.py": "import time\nkept = bytearray(9 << 20)\ntime.sleep(1)\n"},
                           config)
        world.bot("run")
        body = world.pull("mlfix/gradient").body
        self.assertIn("### Measured\n\n`python3 run.py`", body)
        self.assertIn("memory (PSS): peak", body)
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})

    def test_a_program_is_not_measured_in_another_checkout(self):
        world = self.world(config=CONFIG + '  measure: ["false"]\n')
        (world.clone / "evaluation.py").write_text("# changed\n")
        done = world.bot("run")
        self.assertIn("the checkout is not main without changes", done.stderr)
        self.assertNotIn("### Measured", world.pull("mlfix/gradient").body)

    def test_no_more_than_the_limit_are_open(self):
        files = {"evaluation.py": EVALUATION, "inspection.py": INSPECTION}
        world = self.world(files, CONFIG + "  max-open: 1\n")
        self.assertEqual(world.outcomes(),
                         {"mlfix/gradient": "created", "mlfix/resource": "left"})
        self.assertEqual(world.branches(), ["mlfix/gradient"])
        world.merge(1)
        self.assertEqual(world.outcomes()["mlfix/resource"], "created")

    def test_bytes_modes_and_line_ends_are_those_of_the_repository(self):
        world = self.world({".gitattributes": "*.py text eol=lf\n", "unix.py": EVALUATION})
        windows = EVALUATION.replace("\n", "\r\n")
        world.commit({".gitattributes": "", "windows.py": windows, "unix.py": None}, "Windows")
        world.git("update-index", "--chmod=+x", "windows.py", folder=world.human)
        world.git("commit", "-qm", "Executable", folder=world.human)
        world.git("push", "-q", folder=world.human)
        world.bot("run")
        entry = world.git("ls-tree", "mlfix/gradient", "windows.py")
        self.assertTrue(entry.startswith("100755 "), entry)
        fixed = subprocess.run(["git", "-C", world.remote, "show", "mlfix/gradient:windows.py"],
                               capture_output=True).stdout.decode()
        self.assertEqual(fixed, EVALUATION_FIXED.replace("\n", "\r\n"))

    def test_a_notebook_is_fixed_in_its_cell(self):
        cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
                "source": EVALUATION.splitlines(True)}
        notebook = json.dumps({"cells": [{"cell_type": "markdown", "metadata": {}, "source": []},
                                         cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5},
                              indent=1)
        world = self.world({"study.ipynb": notebook})
        world.bot("run")
        fixed = json.loads(world.file("mlfix/gradient", "study.ipynb"))
        self.assertEqual("".join(fixed["cells"][1]["source"]), EVALUATION_FIXED)
        self.assertIn("[`study.ipynb cell 2:8`](https://github.com/acme/trainer/blob/",
                      world.pull("mlfix/gradient").body)

    def test_the_configuration_counts_as_everywhere(self):
        world = self.world({"evaluation.py": EVALUATION, "old/evaluation.py": EVALUATION,
                            "training.py": TRAINING, "sub/x.py": ""},
                           CONFIG + "per-path-ignores: {old/: all}\nignore: [detach-*]\n")
        world.bot("run", folder=world.clone / "sub")
        self.assertEqual(world.git("diff", "--name-only", "main", "mlfix/gradient"),
                         "evaluation.py")

    # What it never touches

    def test_neither_work_tree_nor_index_nor_branches_of_the_user_change(self):
        world = self.world({"evaluation.py": EVALUATION, "training.py": TRAINING})
        git = lambda *words: world.git(*words, folder=world.clone)
        git("checkout", "-q", "-b", "feature")
        (world.clone / "training.py").write_text("# half\n")
        git("add", "training.py")
        (world.clone / "evaluation.py").write_text("# unstaged\n")
        (world.clone / "new.py").write_text("# untracked\n")
        look = lambda: (git("status", "--porcelain"), git("diff", "--cached"), git("diff"),
                        git("for-each-ref", "refs/heads"), git("rev-parse", "HEAD"),
                        git("stash", "list"), git("worktree", "list"))
        before = look()
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})
        self.assertEqual(look(), before)

    def test_a_plan_leaves_no_trace_and_asks_nobody(self):
        world = self.world()
        world.wrap("gh", "echo called >>$HOME/called; exit 1")
        objects = world.git("count-objects", folder=world.clone)
        refs = world.git("for-each-ref", folder=world.clone)
        pull = world.plan()["mlfix/gradient"]
        self.assertEqual((pull["action"], pull["number"]), ("create", None))
        self.assertEqual(pull["commits"][0]["rule"], "no-grad-eval")
        self.assertEqual(world.git("count-objects", folder=world.clone), objects)
        self.assertEqual(world.git("for-each-ref", folder=world.clone), refs)
        self.assertFalse((world.root / "called").exists())
        self.assertEqual(world.github.requests, [])
        self.assertEqual([p.name for p in world.root.glob("mlfix-bot-*")], [])

    def test_a_dry_run_is_the_plan_of_the_run(self):
        world = self.world()
        dry = world.bot("run", "--dry-run").stdout
        self.assertEqual(world.writes(), [])
        self.assertEqual(world.branches(), [])
        (world.root / "state.json").write_text(world.bot("state").stdout)
        self.assertEqual(world.bot("plan", "--state", world.root / "state.json").stdout, dry)

    def test_the_same_fixes_are_the_same_commit(self):
        world = self.world()
        tips = {world.plan()["mlfix/gradient"]["tip"] for _ in range(2)}
        self.assertEqual(len(tips), 1)

    # Update

    def test_more_to_fix_updates_the_same_pull_request(self):
        world = self.world()
        world.bot("run")
        world.commit({"training.py": TRAINING}, "Train")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "updated"})
        self.assertEqual(len(world.github.pulls), 1)
        self.assertIn("detach-stored-tensor", world.pull("mlfix/gradient").body)
        self.assertEqual(world.git("merge-base", "main", "mlfix/gradient"), world.tip("main"))

    def test_a_base_that_moves_elsewhere_disturbs_nobody(self):
        world = self.world()
        world.bot("run")
        tip = world.tip("mlfix/gradient")
        world.commit({"README": "Hello\n"}, "Say hello")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})
        self.assertEqual(world.tip("mlfix/gradient"), tip)

    def test_a_base_that_conflicts_is_built_upon_again(self):
        world = self.world()
        world.bot("run")
        changed = EVALUATION.replace("def evaluate(loader", "def accuracy(loader")
        world.commit({"evaluation.py": changed.replace("from torch", "\nfrom torch")}, "Rename")
        merge = ["git", "merge-tree", "--write-tree", "main", "mlfix/gradient"]
        self.assertNotEqual(world.run(merge, folder=world.remote, check=False).returncode, 0)
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "updated"})
        self.assertEqual(world.run(merge, folder=world.remote, check=False).returncode, 0)
        self.assertIn("@torch.no_grad()\ndef accuracy", world.file("mlfix/gradient", "evaluation.py"))

    # People

    def test_a_branch_that_somebody_pushed_to_is_left_alone(self):
        world = self.world()
        world.bot("run")
        world.commit({"notes.txt": "mine\n"}, "Add notes", branch="mlfix/gradient")
        tip = world.tip("mlfix/gradient")
        world.commit({"training.py": TRAINING}, "Train")
        done = world.bot("run")
        self.assertIn("mlfix/gradient: left #1: somebody else committed to its branch", done.stdout)
        world.commit({"training.py": None, "evaluation.py": None}, "Give up")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})
        self.assertEqual(world.tip("mlfix/gradient"), tip)
        self.assertEqual(world.pull("mlfix/gradient").state, "open")

    def test_an_amended_commit_is_somebody_elses(self):
        world = self.world()
        world.bot("run")
        world.git("fetch", "-q", folder=world.human)
        world.git("checkout", "-q", "-B", "mine", "origin/mlfix/gradient", folder=world.human)
        world.git("commit", "-q", "--amend", "--no-edit", folder=world.human)
        world.git("push", "-qf", "origin", "mine:mlfix/gradient", folder=world.human)
        tip = world.tip("mlfix/gradient")
        world.commit({"training.py": TRAINING}, "Train")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})
        self.assertEqual(world.tip("mlfix/gradient"), tip)

    def test_who_pushes_at_the_same_moment_wins(self):
        world = self.world()
        world.bot("run")
        world.commit({"training.py": TRAINING}, "Train")
        # The forge is asked between the fetch and the push.
        world.wrap("gh", f"""
if [ ! -e $HOME/pushed ]; then
  touch $HOME/pushed
  cd {world.human} && git fetch -q && git checkout -q -B mine origin/mlfix/gradient &&
    git commit -q --allow-empty -m Mine && git push -q origin mine:mlfix/gradient
fi >/dev/null 2>&1
exec "$REAL" "$@"
""")
        done = world.bot("run")
        self.assertIn("somebody pushed to its branch just now", done.stdout)
        self.assertEqual(world.git("log", "-1", "--format=%s", "mlfix/gradient"), "Mine")

    def test_a_closed_pull_request_is_a_no(self):
        world = self.world()
        world.bot("run")
        world.close_pull(1)
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})
        world.git("branch", "-D", "mlfix/gradient")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})
        # Also when the code has moved since.
        world.commit({"evaluation.py": moved(EVALUATION)}, "Move")
        done = world.bot("run")
        self.assertIn("its fixes were declined", done.stdout)
        self.assertEqual(len(world.github.pulls), 1)
        self.assertEqual(world.branches(), [])

    def test_a_no_holds_for_what_was_proposed_and_for_nothing_else(self):
        world = self.world()
        world.bot("run")
        world.close_pull(1)
        world.commit({"evaluation.py": EVALUATION + "\n\n" + EVALUATION.split("\n\n\n")[1].replace(
            "def evaluate", "def test")}, "Add a second evaluation")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})
        text = world.file("mlfix/gradient", "evaluation.py")
        self.assertIn("@torch.no_grad()\ndef test", text)
        self.assertNotIn("@torch.no_grad()\ndef evaluate", text)

    def test_a_no_is_remembered_however_many_pull_requests_there_were(self):
        world = self.world()
        world.bot("run")
        world.close_pull(1)
        for _ in range(120):
            world.github.serve("POST", "/repos/acme/trainer/pulls", {}, {
                "title": "x", "body": "x", "head": "mlfix/gradient", "base": "main"})
            world.github.pulls[-1].state = "closed"
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})

    def test_a_fork_s_branch_of_the_same_name_is_not_ours(self):
        world = self.world()
        world.bot("run")
        world.close_pull(1)
        world.github.pulls[0].from_fork = True
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})

    def test_a_pull_request_that_is_reopened_is_looked_after_again(self):
        world = self.world()
        world.bot("run")
        world.close_pull(1)
        world.bot("run")
        world.github.pulls[0].state = "open"
        world.commit({"training.py": TRAINING}, "Train")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "updated"})

    def test_a_description_without_the_marker_is_somebody_elses(self):
        world = self.world()
        world.bot("run")
        world.pull("mlfix/gradient").body = "My own words."
        world.commit({"training.py": TRAINING}, "Train")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})
        self.assertEqual(world.pull("mlfix/gradient").body, "My own words.")

    # Close

    def test_its_own_pull_request_is_closed_when_nothing_is_left(self):
        world = self.world()
        world.bot("run")
        world.commit({"evaluation.py": EVALUATION_FIXED}, "Fix it by hand")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "closed"})
        pull = world.pull("mlfix/gradient")
        self.assertEqual(pull.state, "closed")
        self.assertIn("nothing is left to fix", pull.body)
        self.assertEqual(world.branches(), [])
        self.assertEqual(world.bot("run").stdout, "nothing to fix\n")
        # Its own end was no "no".
        world.commit({"evaluation.py": EVALUATION}, "Revert")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})
        self.assertEqual(len(world.github.pulls), 2)

    def test_a_merged_pull_request_is_done(self):
        world = self.world()
        world.bot("run")
        world.merge(1)
        self.assertNotIn("created", world.outcomes().values())
        world.commit({"training.py": TRAINING}, "Train")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})

    def test_a_file_that_does_not_parse_for_a_while_closes_nothing(self):
        world = self.world()
        world.bot("run")
        world.commit({"evaluation.py": EVALUATION.replace("in loader:", "in:")}, "Break it")
        done = world.bot("run")
        self.assertIn("can't be analysed now", done.stdout)
        self.assertEqual(world.pull("mlfix/gradient").state, "open")

    # Trouble

    def fault(self, world, method, path, status, times=1, after=False, **headers):
        answer = {"status": status, "message": "out of order", "after": after,
                  "headers": {name.replace("_", "-"): value for name, value in headers.items()}}
        world.github.faults += [(method, path, answer)] * times

    def test_a_rate_limit_is_waited_for(self):
        world = self.world()
        self.fault(world, "POST", "/graphql", 429, Retry_After="1")
        self.fault(world, "POST", "/pulls", 403, Retry_After="1")
        done = world.bot("run", *WAIT_LITTLE)
        self.assertIn("trying again in 1.0 s", done.stderr)
        self.assertIn("created #1", done.stdout)

    def test_a_rate_limit_that_is_too_long_is_said(self):
        world = self.world()
        self.fault(world, "POST", "/graphql", 403, x_ratelimit_remaining="0",
                   x_ratelimit_reset="99999999999")
        done = world.bot("run", *WAIT_LITTLE, status=2)
        self.assertIn("rate limit", done.stderr)
        self.assertIn("run it again later", done.stderr)
        self.assertEqual(world.branches(), [])
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})

    def test_what_graphql_says_in_its_answer_counts(self):
        world = self.world(config="bot: {repository: acme/nowhere}\n")
        done = world.bot("run", status=2)
        self.assertIn("Could not resolve to a Repository. (HTTP 404)", done.stderr)

    def test_a_server_that_stumbles_is_asked_again(self):
        world = self.world()
        self.fault(world, "POST", "/graphql", 502)
        self.fault(world, "POST", "/pulls", 500)
        self.assertEqual(world.outcomes(*WAIT_LITTLE), {"mlfix/gradient": "created"})

    def test_a_server_that_is_down_ends_the_run_and_the_next_goes_on(self):
        world = self.world()
        self.fault(world, "POST", "/pulls", 503, times=4)
        done = world.bot("run", "--max-wait", "1", status=2)
        self.assertIn("mlfix/gradient: failed", done.stderr)
        self.assertIn("HTTP 503", done.stderr)
        world.github.faults.clear()
        self.assertEqual(world.branches(), ["mlfix/gradient"])
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})

    def test_a_remote_that_refuses_is_quoted(self):
        world = self.world()
        hook = world.remote / "hooks" / "pre-receive"
        hook.write_text("#!/bin/sh\nexit 1\n")
        hook.chmod(0o755)
        done = world.bot("run", status=2)
        self.assertIn("git push failed: [remote rejected] (pre-receive hook declined)", done.stderr)
        self.assertEqual(world.github.pulls, [])

    def test_what_was_done_is_there_for_programs(self):
        world = self.world()
        done = json.loads(world.bot("run", "--format", "json").stdout)
        self.assertEqual(done["pull_requests"][0], {
            "branch": "mlfix/gradient", "outcome": "created", "detail": "new fixes", "number": 1,
            "url": "https://github.com/acme/trainer/pull/1"})

    def test_one_failure_does_not_keep_the_others_back(self):
        world = self.world({"evaluation.py": EVALUATION, "inspection.py": INSPECTION})
        self.fault(world, "POST", "/pulls", 422)
        done = world.bot("run", status=2)
        self.assertIn("mlfix/gradient: failed", done.stderr)
        self.assertIn("mlfix/resource: created", done.stdout)

    def test_an_answer_that_got_lost_opens_no_second_pull_request(self):
        world = self.world()
        self.fault(world, "POST", "/pulls", 502, after=True)
        self.assertEqual(world.outcomes(*WAIT_LITTLE), {"mlfix/gradient": "created"})
        self.assertEqual(len(world.github.pulls), 1)

    def kill_at(self, world, pattern):
        """gh kills mlfix instead of making the first request that matches."""
        world.wrap("gh", f"""
case "$*" in
  {pattern}) kill -9 $PPID; exit 1 ;;
esac
exec "$REAL" "$@"
""")
        done = world.bot("run", status=None)
        self.assertEqual(done.returncode, -9)
        world.unwrap()

    def test_a_run_that_was_killed_after_the_push_is_continued(self):
        world = self.world()
        self.kill_at(world, "*POST*/pulls*")
        self.assertEqual(world.branches(), ["mlfix/gradient"])
        self.assertEqual(world.github.pulls, [])
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})

    def test_a_run_that_was_killed_before_the_labels_is_continued(self):
        world = self.world(config=SETTINGS)
        self.kill_at(world, "*/requested_reviewers*")
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "updated"})
        self.assertEqual(world.pull("mlfix/gradient").reviewers, ["ada"])
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})

    def test_a_wrong_token_is_said_and_not_shown(self):
        world = self.world()
        world.github.token = "another"
        done = world.bot("run", status=2)
        self.assertIn("Bad credentials (HTTP 401)", done.stderr)
        self.assertIn("GH_TOKEN", done.stderr)

    def test_a_token_in_the_address_of_the_remote_is_not_shown(self):
        world = self.world(config="bot: {base: main}\n")
        world.git("remote", "set-url", "origin",
                  f"https://x-access-token:{TOKEN}@127.0.0.1:9/acme/trainer.git", folder=world.clone)
        done = world.bot("run", status=2)
        self.assertIn("git fetch failed", done.stderr)
        self.assertEqual(json.loads(world.bot("plan").stdout)["repository"],
                         "127.0.0.1/acme/trainer")
        world.git("remote", "set-url", "origin", ADDRESS, folder=world.clone)

    def test_no_gh_no_repository_no_remote_are_said_with_a_remedy(self):
        world = self.world(config="")
        done = world.bot("run", status=2)
        self.assertIn("set bot.repository in mlfix.yaml", done.stderr)
        done = world.bot("plan", folder=world.root, status=2)
        self.assertIn("run mlfix bot in a clone", done.stderr)
        (world.clone / "mlfix.yaml").write_text("bot: {repository: acme/trainer, base: nowhere}\n")
        done = world.bot("run", status=2)
        self.assertIn("nowhere", done.stderr)

    def test_a_forge_that_it_cannot_speak_to_is_named(self):
        world = self.world(config="bot: {repository: gitlab.com/acme/trainer}\n")
        for verb in ("run", "state"):
            done = world.bot(verb, status=2)
            self.assertIn("gitlab.com/acme/trainer is on GitLab", done.stderr)
            self.assertIn("mlfix bot plan", done.stderr)
        body = json.loads(world.bot("plan").stdout)["pull_requests"][0]["body"]
        self.assertIn("https://gitlab.com/acme/trainer/-/blob/", body)

    # Surroundings

    def test_a_shallow_detached_checkout_will_do(self):
        world = self.world()
        world.commit({"README": "Hello\n"}, "Say hello")
        shallow = world.root / "shallow"
        world.run(["git", "clone", "-q", "--depth", "1", ADDRESS, shallow])
        world.git("checkout", "-q", "--detach", folder=shallow)
        self.assertEqual(world.outcomes(folder=shallow), {"mlfix/gradient": "created"})
        self.assertEqual(world.outcomes(folder=shallow), {"mlfix/gradient": "left"})

    def test_a_hook_s_variables_do_not_lead_it_elsewhere(self):
        world = self.world()
        wrong = {"GIT_DIR": str(world.human / ".git"), "GIT_INDEX_FILE": "/nowhere/index"}
        done = subprocess.run([MLFIX, "bot", "plan"], cwd=world.clone, capture_output=True,
                              text=True, env={**world.environment, **wrong})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["base"]["commit"], world.tip("main"))

    def test_a_description_fits_the_forge_whatever_there_is_to_say(self):
        many = {f"package/evaluation_{i:03}.py": EVALUATION for i in range(400)}
        world = self.world(many)
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "created"})
        body = world.pull("mlfix/gradient").body
        self.assertLessEqual(len(body), 65536)
        self.assertGreater(len(body), 50000)
        self.assertIn("more, left out because", body)
        world.close_pull(1)
        self.assertEqual(world.outcomes(), {"mlfix/gradient": "left"})

    def test_the_transcript_in_the_documentation_is_current(self):
        self.maxDiff = None
        self.assertEqual(transcript.told(), transcript.transcript(MLFIX),
                         "run tests/bot/transcript.py MLFIX --write")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
