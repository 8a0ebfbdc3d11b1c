"""Every page of the product, and who looks at it in the demo."""

from deploy.shown.house import ADMINISTRATOR

NOBODY = ""
# By who reads them. A table of the demo, a slip, a record and a person stand for all of their kind.
PAGES: dict[str, tuple[str, ...]] = {
    NOBODY: ("/", "/login/"),
    "carla": (
        *("/", "/account/", "/second-factor/", "/passphrase/", "/confirm/"),
        *("/tables/mesa-2/console/", "/tables/mesa-2/relief/"),
    ),
    "julio": (
        "/floor/",
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
        "/reports/",
        "/reports/floor/",
        "/reports/tables/mesa-1/",
        "/reports/passes/mesa-1/",
        "/reports/players/mesa-1/ana/",
        "/reports/slips/",
        "/reports/differences/",
        "/reports/duty/",
        "/reports/shifts/mesa-1/1/",
    ),
    "irene": (
        *("/inspector/", "/inspector/sign-ins/", "/inspector/searches/"),
        *("/inspector/mesa-1/9/", "/inspector/mesa-1/passes/1/"),
    ),
    "camila": ("/counter/", "/cage/"),
    ADMINISTRATOR: (
        "/administration/",
        "/administration/people/",
        "/administration/people/1/",
        "/administration/tables/",
        "/administration/tables/mesa-1/",
        "/administration/displays/",
        "/administration/settings/",
        "/administration/reglamentos/",
        "/administration/acts/",
        "/administration/status/",
    ),
}
# What is not a page: answers for machines, acts, and ways to a page. `set-up` and `login-code` exist for a moment only.
NO_PAGES = {
    *(
        "healthz",
        "livez",
        "security-txt",
        "logout",
        "lock",
        "work",
        "manifest",
        "still-here",
        "language",
        "theme",
        "tour",
        "wall-link",
        "holdings",
    ),
    *("bundle", "report-any-table", "report-any-player", "set-up", "login-code", "locked"),
    *("logo", "status-numbers", "passkeys", "passkey-challenge"),
}
