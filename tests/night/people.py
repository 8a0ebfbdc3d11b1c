"""Who works in the night, and what each of them opens."""

from dataclasses import dataclass, field
from http import HTTPStatus

from playwright.sync_api import Page

MESA = "mesa-2"
KINDS = {"sheet": ("text/csv", "application/zip"), "csv": ("text/csv",), "pdf": ("application/pdf",)}
AT_THE_TABLE = (f"/tables/{MESA}/console/", f"/tables/{MESA}/money/", f"/tables/{MESA}/why/")
OF_THE_JEFE = ("/floor/", f"/tables/{MESA}/", f"/tables/{MESA}/wall/", "/handover/", "/reports/", "/cage/")
OF_THE_INSPECTOR = ("/inspector/", "/inspector/sign-ins/", "/inspector/searches/", f"/inspector/{MESA}/9/")
FOR_ALL_WHO_LEAD = (
    *("/reports/floor/", f"/reports/tables/{MESA}/", f"/reports/passes/{MESA}/", "/reports/duty/"),
    *(f"/reports/players/{MESA}/ana/", f"/reports/players/?table={MESA}&player=ana"),
)
OF_THE_DIRECTOR = (
    "/dashboard/",
    "/reports/",
    "/floor/",
    "/inspector/",
    f"/tables/{MESA}/",
    f"/tables/{MESA}/money/",
)
OF_THE_MONEY = ("/reports/slips/", "/reports/differences/")


@dataclass
class Night:
    """How far it has come: `shifts`, `slips`, `passes`: how many there are so far."""

    url: str
    people: dict[str, Page] = field(default_factory=dict)
    shifts: int = 1
    passes: int = 0
    slips: list[int] = field(default_factory=list)

    def papers(self, who: str) -> list[str]:
        """What can be had as a page, as CSV and as PDF."""
        slips = [f"/slips/{number}/" for number in self.slips]
        sheets = [f"/reports/shifts/{MESA}/{number}/" for number in range(1, self.shifts + 1)]
        shift = f"?shift={self.shifts}"
        of_shift = [f"/reports/passes/{MESA}/{shift}", f"/reports/players/{MESA}/ana/{shift}"]
        return {
            "carla": slips,
            "camila": [*slips, *sheets, *OF_THE_MONEY],
            "julio": [*slips, *sheets, *OF_THE_MONEY, *FOR_ALL_WHO_LEAD, *of_shift],
            "irene": [*slips, *sheets, *OF_THE_MONEY, *FOR_ALL_WHO_LEAD, *of_shift],
            "elena": [*slips, *sheets, *OF_THE_MONEY, *FOR_ALL_WHO_LEAD, *of_shift],
        }[who]

    def pages(self, who: str) -> list[str]:
        """What is only a page, or a file of its own."""
        passes = [f"/tables/{MESA}/passes/{number}/why/" for number in range(1, self.passes + 1)]
        seen = [f"/inspector/{MESA}/passes/{number}/" for number in range(1, self.passes + 1)]
        return {
            "carla": [*AT_THE_TABLE, *passes, f"/tables/{MESA}/relief/"],
            "camila": ["/counter/", "/cage/", "/reports/", f"/tables/{MESA}/money/"],
            "julio": [*OF_THE_JEFE, *AT_THE_TABLE, *passes],
            "elena": [*OF_THE_DIRECTOR, *passes, *seen],
            "irene": [
                *OF_THE_INSPECTOR,
                *passes,
                *seen,
                f"/inspector/shift?table={MESA}",
                *([f"/inspector/shift?shift={MESA}/2"] if self.passes else []),
            ],
        }[who]

    def opens(self, *who: str) -> None:
        """These people open everything that is theirs, each paper in each of its forms, at once."""
        refused = {
            (person, path): found
            for person in who or ("carla", "camila", "julio", "irene", "elena")
            for path, kinds in self._everything(person)
            if (found := self._refusal(person, path, kinds))
        }
        assert refused == {}

    def _everything(self, who: str) -> list[tuple[str, tuple[str, ...]]]:
        papers = [
            (path + (f"{'&' if '?' in path else '?'}as={form}" if form else ""), kinds)
            for path in self.papers(who)
            for form, kinds in {"": ("text/html",), **KINDS}.items()
        ]
        return papers + [(path, ("",)) for path in self.pages(who)]

    def _refusal(self, who: str, path: str, kinds: tuple[str, ...]) -> str:
        answer = self.people[who].context.request.get(self.url + path, max_redirects=0)
        is_there = answer.status == HTTPStatus.OK and answer.headers["content-type"].startswith(kinds)
        return "" if is_there else f"{answer.status} {answer.headers.get('content-type')}"
