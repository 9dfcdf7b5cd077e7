import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

from tests.publish.test_build import configured

# A test run in the background has SIGINT ignored, and its children would too.
SERVE = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from pathlib import Path; from lawkb.publish.plugin import serve_site; "
    "serve_site(Path(sys.argv[1]), sys.argv[2])"
)


def test_the_site_is_served_until_it_is_interrupted(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-c", SERVE, str(configured(tmp_path)), address]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            page = _read(f"http://{address}/el/2017/57/")
            worker = _read(f"http://{address}/sw.js")
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=20)
        finally:
            process.kill()
    assert "<h1>Νόμος 57</h1>" in page
    assert "data-worker" not in page  # who edits is shown nothing that was kept
    assert "unregister" in worker
    assert (process.returncode, said) == (0, "")


def _read(url: str) -> str:
    """The page, as soon as somebody answers."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return str(answer.read().decode("utf-8"))
        except URLError:
            time.sleep(0.1)
    raise AssertionError(f"nobody answers at {url}")
