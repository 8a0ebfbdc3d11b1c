"""What is sent of the sheets and scripts: one file for a page, without comments, that means what its parts mean."""

import re

import pytest
from django.conf import settings

from casino.site.joined import sent

STATIC = settings.PRODUCT_DIR / "static"
PAGES = sorted(str(path.relative_to(STATIC)) for path in STATIC.glob("*/pages/*.*"))
TEMPLATES = sorted((settings.PRODUCT_DIR / "templates").rglob("*.html"))
NAMED = re.compile(r'static "(js/[^"]+)"')


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_sent_as_one_file_without_comments(name: str) -> None:
    text = sent(name, lambda part: (STATIC / part).read_text())
    assert not re.search(r"^(?:import|export|@import) |^ *//|/\*", text, re.MULTILINE)
    assert len(text) > len((STATIC / name).read_text())


def test_a_module_runs_once_behind_those_that_it_imports() -> None:
    files = {
        "js/pages/page.js": 'import "../a.js";\nimport "../b.js";\n',
        "js/a.js": 'import { two as deux } from "./b.js";\nimport * as whole from "./b.js";\ndeux(whole);\n',
        "js/b.js": "// why\nexport const two = 2; // why\nexport async function three() {\n  return 3;\n}\n",
    }
    assert sent("js/pages/page.js", files.__getitem__) == (
        "const m0 = (() => {\nconst two = 2;\nasync function three() {\nreturn 3;\n}\nreturn { two, three };\n})();\n"
        "const m1 = (() => {\nconst { two: deux } = m0;\nconst whole = m0;\ndeux(whole);\nreturn {  };\n})();\n"
        "const m2 = (() => {\nreturn {  };\n})();\n"
    )


@pytest.mark.parametrize(
    "module",
    [
        'import "./pages/page.js";\n',
        "export let now = 1;\n",
        "export default 1;\n",
        'const later = () => import("./b.js");\n',
        'import b from "./b.js";\n',
    ],
)
def test_what_would_mean_something_else_is_refused(module: str) -> None:
    files = {"js/pages/page.js": 'import "../a.js";\n', "js/a.js": module}
    with pytest.raises(ValueError, match=r"imports itself|cannot join"):
        sent("js/pages/page.js", files.__getitem__)


def test_an_address_in_a_sheet_leads_to_the_same_file() -> None:
    files = {
        "css/pages/page.css": '@import "../a.css";\n',
        "css/a.css": 'p {\n  src: url("../img/a.svg");\n}\n',
    }
    assert sent("css/pages/page.css", files.__getitem__) == 'p {\nsrc: url("../../img/a.svg");\n}\n'


def test_no_module_is_on_a_page_twice() -> None:
    """A script that a template names beside that of the page shares with it no module that keeps anything. pin.js is on
    pages whose script has no number pad; the others take the fold, which keeps nothing."""
    named = {name for template in TEMPLATES for name in NAMED.findall(template.read_text())}
    alone = {name for name in named if "/pages/" not in name and (STATIC / name).exists()}
    importing = {name for name in alone if re.search(r"^import ", (STATIC / name).read_text(), re.MULTILINE)}
    assert importing == {"js/articles.js", "js/choose.js", "js/pin.js"}
    for template in TEMPLATES:
        of_pages = [name for name in NAMED.findall(template.read_text()) if "/pages/" in name]
        assert len(of_pages) <= 1 or template.name == "base.html", template


def test_the_sheet_of_a_page_only_imports() -> None:
    for name in (page for page in PAGES if page.endswith(".css")):
        imports = re.findall(r'@import "([^"]+)";\n', (STATIC / name).read_text())
        assert "".join(f'@import "{one}";\n' for one in imports) == (STATIC / name).read_text()
