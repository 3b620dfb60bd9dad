"""The data's shape and its predicates; nothing here does things."""

from blog.models.base import Base, Moment
from blog.models.pieces import (
    SLUG_LENGTH,
    STANDINGS,
    TITLE_LENGTH,
    Byline,
    Correction,
    FormerAddress,
    Link,
    Path,
    Picture,
    Piece,
    Revision,
    Stop,
    Topic,
    new_uid,
    piece_topic,
)
from blog.models.site import Account, Edition, Login, Message, Page, Project, Site
from blog.models.words import Author, Kind, Relation, Standing, Status

__all__ = [
    "SLUG_LENGTH",
    "STANDINGS",
    "TITLE_LENGTH",
    "Account",
    "Author",
    "Base",
    "Byline",
    "Correction",
    "Edition",
    "FormerAddress",
    "Kind",
    "Link",
    "Login",
    "Message",
    "Moment",
    "Page",
    "Path",
    "Picture",
    "Piece",
    "Project",
    "Relation",
    "Revision",
    "Site",
    "Standing",
    "Status",
    "Stop",
    "Topic",
    "new_uid",
    "piece_topic",
]
