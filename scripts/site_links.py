"""Follows every link within the built site: site_links.py SUMMARY FOLDER. Exit status 1: a page or a target is missing."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects the links and anchors of one start tag."""
        for name, value in attrs:
            if not value:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in ("href", "src"):
                self.links.append(value)


def main(summary: Path, folder: Path) -> int:
    """Returns the exit status."""
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    faults = []
    for page in re.findall(r"\]\(([^)#]+)\.md\)", summary.read_text(encoding="utf-8")):
        if (folder / f"{page}.html").resolve() not in pages:
            faults.append(f"{summary}: the site has no page {page}.html")
    if not list(folder.glob("searchindex*.js")):
        faults.append(f"{folder}: no index for the search")
    followed = 0
    for path, page in sorted(pages.items()):
        if path.name == "404.html":
            continue  # Its links are relative to the root of a server.
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            followed += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                faults.append(f"{path.relative_to(folder)}: {link} leads nowhere")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                faults.append(f"{path.relative_to(folder)}: {link}: no such place on the page")
    print("\n".join(faults) or f"{len(pages)} pages, {followed} links")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]).resolve()))
