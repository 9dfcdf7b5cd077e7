"""Editing: what a change of any source of the site leads to, while the site is served."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event

from lawkb.apart import FORKS, apart
from lawkb.cores import on_one_core, without_collecting
from lawkb.corpus.laws import check_held
from lawkb.errors import LawkbError
from lawkb.publish.bundle import start_bundle
from lawkb.publish.composed import Composed
from lawkb.publish.content_reading import ContentReader, Study
from lawkb.publish.faults import mendable, unforeseen
from lawkb.publish.live import Fresh, LiveSite
from lawkb.publish.places import is_desk
from lawkb.publish.render import make_environment
from lawkb.publish.shadow import ShadowPage
from lawkb.publish.site import Content, code_site
from lawkb.publish.standing import Kind, Places, emptied, names_of, stand, stand_of
from lawkb.reingest import Reingest

_POLL_SECONDS = 0.05
_FIGURES = re.compile(r"\d+")


class Editing:
    """Keeps a site in step with its sources.

    A fault in a source is told; what is made from that source stays as it was, everything else
    goes on, and the next change that mends it heals.
    """

    def __init__(
        self, places: Places, reader: ContentReader, compose: Callable[[Content], Composed]
    ) -> None:
        """Read everything for the first time.

        Args:
            places: Where the sources lie.
            reader: Reads the corpus.
            compose: Reads the settings and the hand-written pages.

        Raises:
            LawkbError: Something cannot be read.
        """
        self.site = LiveSite()
        self.places, self._compose = places, compose
        self._reader = reader
        self._reingest = Reingest(places.corpus)
        self._bundled: tuple[ShadowPage, ...] | None = None
        self._warned: frozenset[str] = frozenset()
        self._lost: frozenset[tuple[str, str, str]] = frozenset()
        self._dead: frozenset[str] = frozenset()
        self._seen = self._looked = stand(self.places)
        with without_collecting():
            content = reader.read()
            with self._telling():  # it may have no law yet: the first save of a source reads them
                check_held(places.corpus, content.holdings.code)
            self._content = reader.take(content, reader.study(content))
            self._composed = compose(self._content)
        self._warn(self._composed.warnings)
        self._paths = self._known = self._renew()

    @property
    def url(self) -> str:
        """URL of the root of the site."""
        return self._composed.around.url

    def has_changed(self) -> bool:
        """Whether any source has changed since the last ``update``."""
        self._looked = stand(self.places)
        return self._looked != self._seen

    def is_half_saved(self) -> bool:
        """Whether a source that has changed is empty: some programs empty a file, then fill it."""
        return emptied(self._seen, self._looked)

    def update(self) -> bool:
        """Take in what changed in the sources; whether anything did."""
        return self.has_changed() and bool(self.take_in())

    def take_in(self) -> frozenset[Kind]:
        """Take in what was found changed; the kinds of sources that it is in."""
        before, self._seen = self._seen, self._looked
        changed = frozenset(kind for kind in before if self._seen[kind] != before[kind])
        self.site.forget_faults()
        if names_of(before["templates"]) != names_of(self._seen["templates"]):
            make_environment.cache_clear()  # a template that is new may stand for another
        with without_collecting():
            self._take_in(changed)
        return changed

    def _take_in(self, changed: frozenset[Kind]) -> None:
        if "sources" in changed:
            with self._telling():
                self._reingest.write()
                self._tell_losses()
            self._seen["corpus"] = stand_of(self.places, "corpus")
        if "corpus" in changed:
            with self._telling():
                content = self._reader.read()
                check_held(self.places.corpus, content.holdings.code)
                self._content = content
        if "pages" in changed:
            self._compose_again()
        with self._telling():
            self._paths = self._renew()

    def study(self, stop: Event) -> bool:
        """Study the whole code again where it has changed; whether pages may show it.

        Hand-written pages may link to pages that are new or gone: this is looked at then, too.

        Args:
            stop: Ends it early.
        """
        changed = False
        if self._reader.is_stale(self._content):
            with self._telling():
                changed = self._study(stop)
        if self._paths != self._known and not stop.is_set():
            self._compose_again()
            with self._telling():
                self._paths = self._renew()
            changed = True
        return changed

    def _study(self, stop: Event) -> bool:
        def work() -> Iterator[Study]:
            with on_one_core():  # whoever waits for a page needs another one
                study = self._reader.study(self._content)
            yield study

        for study in apart(work, stop, self.site.still()):
            self._content = self._reader.take(self._content, study)
            self._paths = self._renew()
            return True
        return False

    def settle(self, stop: Event) -> None:
        """Make what nobody asked for yet, tell of dead links, index the search.

        Args:
            stop: Ends it early.
        """
        with self._telling():
            for each in apart(self._rest, stop, self.site.still()):
                self._hear(each)
            shadow = self._content.shadow
            if not stop.is_set() and shadow != self._bundled and self._bundle(shadow, stop):
                self._bundled = shadow

    def _rest(self) -> Iterator[Fresh | str | frozenset[str]]:
        """Every file that is stale, what cannot be made, and the links that lead nowhere."""
        told: list[str] = []
        if FORKS:  # what is said over there would be said again here
            self.site.tell_to(told.append)
        yield from self.site.make_rest()
        yield from told
        yield frozenset(self._composed.check(self.site.ends()))

    def _hear(self, said: Fresh | str | frozenset[str]) -> None:
        """Take what was made or found apart; of dead links, those are told that are new."""
        if isinstance(said, Fresh):
            self.site.put(said)
        elif isinstance(said, str):
            self.site.tell(said)
        else:
            for words in sorted(said - self._dead):
                self.site.tell(words)
            self._dead = said

    def read_ahead(self, stop: Event) -> None:
        """Read the sources and make a page of each kind: the first edit finds all else done.

        Args:
            stop: Ends it early.
        """
        with self._telling(), without_collecting():
            self._reingest.files()
            self._lost = frozenset(mendable(self._reingest.losses))
        kinds = {_FIGURES.sub("0", path): path for path in self.site.paths()}
        for path in kinds.values():
            if not stop.is_set():
                self.site.read(path)
        gc.freeze()  # what is held now stays: nobody need look for garbage among it again

    def _tell_losses(self) -> None:
        """Tell what the last edit has brought about that somebody can mend in the file."""
        lost = frozenset(mendable(self._reingest.losses))
        for each in sorted(lost - self._lost):
            self.site.tell(str(LawkbError(*each)))
        self._lost = lost

    def _compose_again(self) -> None:
        with self._telling():
            self._composed = self._compose(self._content)
            self._known = self._paths
            self._warn(self._composed.warnings)

    def _warn(self, warnings: tuple[str, ...]) -> None:
        """Tell what is new of what MkDocs has to say."""
        for words in warnings:
            if words not in self._warned:
                self.site.tell(words)
        self._warned = frozenset(warnings)

    def _renew(self) -> frozenset[str]:
        """Give the site what there is now; the paths of what is made from the code.

        The translators' desk stays as it is until there is a new study: whoever works on a list of
        findings would lose place in it twice.
        """
        site = code_site(self._content, self._composed.around)
        pages = (*site.pages, *self._composed.written)
        files = (*self._composed.static, *site.files)
        self.site.renew(pages, files, site.frames, self._stays)
        return frozenset([page.path for page in site.pages] + [file.path for file in site.files])

    def _stays(self, path: str) -> bool:
        """Whether a file stays as it is until there is a new study."""
        own = path not in self._composed.around.written
        return own and is_desk(path) and self._reader.is_stale(self._content)

    def _bundle(self, shadow: tuple[ShadowPage, ...], stop: Event) -> bool:
        """Index the search; whether it was not stopped."""
        files: Mapping[str, bytes] = {}
        if shadow:
            bundling = start_bundle(shadow)
            while bundling.process.poll() is None:
                if stop.wait(_POLL_SECONDS):
                    bundling.stop()
                    return False
            files = bundling.files()
        self.site.take_bundle(files)
        return True

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except LawkbError as error:
            self.site.tell(str(error))
        except ChildProcessError as error:
            self.site.tell(str(LawkbError("lawkb serve", str(error), "save a file again")))
        except OSError as error:  # a file that goes away while it is read
            what = f"cannot be read: {error.strerror or error}"
            where = str(error.filename or "lawkb serve")
            self.site.tell(str(LawkbError(where, what, "save it again")))
        except Exception as error:  # noqa: BLE001 (what was there before stays)
            self.site.tell(str(unforeseen("lawkb serve", error)))
