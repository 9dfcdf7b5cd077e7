import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

from tests.publish.test_editing import editable

# A test run in the background has SIGINT ignored, and its children would too.
SERVE = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from pathlib import Path; from lawkb.publish.edited import serve_site; "
    "serve_site(Path(sys.argv[1]), sys.argv[2])"
)


def test_the_site_is_served_until_it_is_interrupted_and_an_edit_shows(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-c", SERVE, str(editable(tmp_path)), address]
    law = tmp_path / "corpus" / "sources" / "wiki" / "law_57.txt"
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            page = _read(f"http://{address}/laws/el/2017/57/")
            text = law.read_text(encoding="utf-8").replace("\n", " λανο\n", 1)
            law.write_text(text, encoding="utf-8")
            worker = _read(f"http://{address}/laws/sw.js")
            _read(f"http://{address}/.lawkb/changed/0")
            edited = _read(f"http://{address}/laws/el/2017/57/")
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=20)
        finally:
            process.kill()
    assert "<h1>Νόμος 57</h1>" in page
    assert "λανο" not in page
    assert "λανο" in edited
    assert 'data-turn="1"' in edited
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
