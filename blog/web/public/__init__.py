"""What everybody may read."""

from blog.web.public.article import article_pages
from blog.web.public.contact import contact_page
from blog.web.public.dispatch import dispatch_page
from blog.web.public.home import home_page
from blog.web.public.media import media_files
from blog.web.public.notebook import notebook_pages
from blog.web.public.pages import standing_pages
from blog.web.public.projects import project_pages
from blog.web.public.search import search_page
from blog.web.public.share import share_pictures

BLUEPRINTS = (
    home_page,
    notebook_pages,
    article_pages,
    dispatch_page,
    project_pages,
    search_page,
    contact_page,
    media_files,
    share_pictures,
    standing_pages,
)
