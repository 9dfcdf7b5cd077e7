"""Metrics of a served site for Prometheus: counts, times and sizes, and no word of any query."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lawkb.server.answered_requests import AnsweredRequest

PATH = "/metrics"


class Metrics:
    """Counts requests and searches; measures the search index and this process when asked."""

    def __init__(self, index: Callable[[], Path | None]) -> None:
        """Start all counts at zero.

        Args:
            index: Returns the folder of the index that is served; None without one.
        """
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # memory, processor time, open files
        self._registry.register(_IndexCollector(index))
        self._requests = Counter(
            "lawkb_requests",
            "Answered requests.",
            ["route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "lawkb_request_seconds",
            "Time from a request to the end of its answer.",
            ["route"],
            registry=self._registry,
        )
        self._searches = Counter(
            "lawkb_searches",
            "Searches: found, nothing (no hit), or error (refused or not answered).",
            ["outcome"],
            registry=self._registry,
        )
        for outcome in ("found", "nothing", "error"):
            self._searches.labels(outcome)

    def count(self, answered: AnsweredRequest) -> None:
        """Count an answered request."""
        self._requests.labels(answered.route, answered.status).inc()
        self._seconds.labels(answered.route).observe(answered.seconds)
        if answered.search:
            self._searches.labels(answered.search).inc()

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)

    def app(self) -> Starlette:
        """Return the application that shows the metrics."""
        return Starlette(routes=[Route(PATH, self._answer)])

    async def _answer(self, request: Request) -> Response:
        headers = {"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"}
        return Response(self.text(), 200, headers)


class _IndexCollector(Collector):
    """Size and age of the index in a folder, read whenever metrics are asked for."""

    def __init__(self, index: Callable[[], Path | None]) -> None:
        self._index = index

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the metrics of the index; none while there is none."""
        folder = self._index()
        with suppress(OSError):  # an index that was replaced is measured the next time
            if folder:
                held = [file.stat() for file in folder.iterdir()]
                size = sum(each.st_size for each in held)
                age = max(0.0, time.time() - max(each.st_mtime for each in held))
                yield GaugeMetricFamily(
                    "lawkb_index_bytes", "Size of the search index that is served.", size
                )
                yield GaugeMetricFamily(
                    "lawkb_index_age_seconds", "Time since that index was built.", age
                )
