"""The page on which a game is looked into; what is found comes by its task."""

from starlette.routing import BaseRoute

from zermelo.web.pages import Page

PAGE = Page("/analyse", "analyse", "Analyse", 4)
routes: list[BaseRoute] = []
