"""What is made once in a run of the tests: by the first worker that asks for it, and for all of them."""

import fcntl
import shutil


def once_a_run(config, factory, name, make):
    """A folder that has been made in this run, or is made now; whoever wants to write there copies it."""
    own = factory.getbasetemp()
    # The folders of all workers lie in one of the run.
    of_all = own.parent if hasattr(config, "workerinput") else own
    folder, draft = of_all / name, of_all / f"{name}-draft"
    with (of_all / f"{name}-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir()
            make(draft)
            draft.rename(folder)
    return folder
