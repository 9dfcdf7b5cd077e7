"""The sites and the browser of the smaller tests."""

from tests.browser.conftest import (
    address,
    at_root,
    browser,
    browsers,
    kinds,
    lanterns_folder,
    long_folder,
    origin,
    page,
    pebbles_folder,
    plain_page,
    site_folder,
)

__all__ = [
    "address",
    "at_root",
    "browser",
    "browsers",
    "kinds",
    "lanterns_folder",
    "long_folder",
    "origin",
    "page",
    "pebbles_folder",
    "plain_page",
    "site_folder",
]
