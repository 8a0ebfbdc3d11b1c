"""Every page of the product, and who looks at it in the demo."""

from tests.pages.house import ADMINISTRATOR

NOBODY = ""
# By who reads them. A table of the demo, a slip, a record and a person stand for all of their kind.
PAGES: dict[str, tuple[str, ...]] = {
    NOBODY: ("/", "/login/"),
    "carla": (
        *("/", "/account/", "/second-factor/", "/passphrase/", "/confirm/"),
        *("/tables/mesa-2/console/", "/tables/mesa-2/relief/"),
    ),
    "julio": (
        "/look/",
        *("/floor/", "/floor/section/", "/floor/openings/", "/floor/closings/", "/floor/duty/"),
        "/tables/mesa-1/",
        "/tables/mesa-1/console/",
        "/tables/mesa-1/wall/",
        "/tables/mesa-1/money/",
        "/tables/mesa-1/why/",
        "/tables/mesa-1/passes/1/why/",
        "/tables/mesa-1/articles/30/",
        "/reglamentos/argentina/",
        "/reglamentos/argentina/articles/30/",
        "/reglamentos/argentina/cards/croupier/",
        "/handover/",
        "/slips/1/",
        "/slips/1/roll/",
        "/reports/",
        "/reports/views/?path=/reports/floor/&query=period=last-night",
        "/reports/floor/",
        "/reports/tables/mesa-1/",
        "/reports/passes/mesa-1/",
        "/reports/players/mesa-1/ana/",
        "/reports/slips/",
        "/reports/record/",
        "/reports/differences/",
        "/reports/duty/",
        "/reports/shifts/mesa-1/1/",
    ),
    "irene": (
        *("/inspector/", "/inspector/sign-ins/", "/inspector/searches/"),
        *("/inspector/mesa-1/9/", "/inspector/mesa-1/passes/1/"),
    ),
    "camila": ("/counter/", "/cage/"),
    "elena": (
        "/dashboard/",
        *("/reports/yield/", "/reports/hours/", "/reports/guests/", "/reports/banks/"),
        *("/reports/tips/", "/reports/croupiers/"),
    ),
    ADMINISTRATOR: (
        "/administration/",
        "/administration/people/",
        "/administration/people/1/",
        "/administration/people/data/?player=a",
        "/administration/tables/",
        "/administration/tables/mesa-1/",
        "/administration/displays/",
        "/administration/settings/",
        "/administration/reglamentos/",
        "/administration/acts/",
        "/administration/mails/",
        "/administration/status/",
    ),
}
# What is not a page: answers for machines, acts, and ways to a page. `set-up` and `login-code` exist for a moment only.
NO_PAGES = {
    *("healthz", "livez", "security-txt", "logout", "lock", "locked", "work", "manifest", "still-here"),
    *(
        "language",
        "density",
        "find",
        "theme",
        "tour",
        "wall-link",
        "walls",  # frames, each of which is a page
        *("foreseen", "foreseen-cage", "desk"),  # parts of the counter
        "console-passes",  # a part of the console
        "timeline-act",  # a part of the timeline
        "people-chosen",  # asks what becomes of people who were chosen
        "bundle",
        "report-any-table",
        "report-any-player",
    ),
    *("directory", "directory-answer", "house-directory"),  # of a house that has one
    *("set-up", "login-code", "logo", "status-numbers", "passkeys", "passkey-challenge"),
}
