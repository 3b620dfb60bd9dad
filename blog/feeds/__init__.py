"""Feeds: plain entries in, the bytes of RSS 2.0, Atom or JSON Feed 1.1 out."""

from blog.feeds.atom_format import atom
from blog.feeds.entries import Entry, Feed
from blog.feeds.formats import FORMATS, Format
from blog.feeds.json_format import json_feed
from blog.feeds.rss_format import rss

__all__ = ["FORMATS", "Entry", "Feed", "Format", "atom", "json_feed", "rss"]
