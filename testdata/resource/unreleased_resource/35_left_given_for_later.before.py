# A function gets the path at a time of its own, or a process that nobody waits for.
import os
import subprocess
import tempfile


def ingest(job, path):
    job.data = open(path).read()
    os.unlink(path)


def later(tasks, job, text):
    tmp = tempfile.NamedTemporaryFile(delete=False)
    tmp.write(text)
    tmp.close()
    tasks.add_task(ingest, job, tmp.name)
    return job


def count(job, path):
    return job, len(open(path).read())


def counted(pool, job, text):
    tmp = tempfile.NamedTemporaryFile(delete=False)
    tmp.write(text)
    tmp.close()
    pool.submit(count, job, tmp.name)
    return job


def shown(text):
    tmp = tempfile.NamedTemporaryFile(delete=False)
    tmp.write(text)
    tmp.close()
    subprocess.Popen(["viewer", tmp.name])
