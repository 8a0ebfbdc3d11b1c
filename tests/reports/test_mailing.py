"""Reports on a schedule: each mail once, in the casino's days, tried again where the server refuses it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from casino.common import clock
from casino.house.models import Act, ReportMail, ReportMailSent
from casino.operations.doctor.house import mails_go_out
from casino.people.models import User
from tables.reports import mailing
from tests.support.smtp import Server, smtp_server

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def at(said: str) -> datetime:
    found = clock.read(said)
    assert found
    return found


@pytest.fixture(autouse=True)
def julio() -> User:
    return User.objects.create_user("julio", role="jefe", language="es")


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    with smtp_server() as running:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
        settings.EMAIL_USE_TLS = False
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.DEFAULT_FROM_EMAIL = "informes@casino.example"
        yield running


def schedule(every: str = "day", day: int = 0, hour: int = 9, report: str = "report-floor") -> ReportMail:
    made = at("1/11/2026 12:00")
    return ReportMail.objects.create(
        report=report,
        person="julio",
        address="julio@casino.example",
        every=every,
        day=day,
        hour=hour,
        made=made,
    )


def sent(now: str) -> int:
    with clock.running_on(lambda: at(now)):
        return mailing.send_due()


def test_a_mail_has_the_report_as_pdf_and_workbook(server: Server) -> None:
    schedule()
    assert sent("26/11/2026 08:59") == 1  # of the day before: that was due yesterday at nine
    assert sent("26/11/2026 09:00") == 1
    mail = server.mails[-1]
    assert mail["To"] == "julio@casino.example" and mail["From"] == "informes@casino.example"
    assert str(mail["Subject"]).strip() == "No Va Más · Resultados de la sala · 25/11/2026"
    files = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    assert set(files) == {"floor-20261125-0800.pdf", "floor-20261125-0800.xlsx"}
    assert files["floor-20261125-0800.pdf"].startswith(b"%PDF")
    assert files["floor-20261125-0800.xlsx"].startswith(b"PK")


def test_each_is_sent_once(server: Server) -> None:
    schedule()
    assert [sent(f"26/11/2026 {hour}:30") for hour in ("09", "10", "23")] == [1, 0, 0]
    assert sent("27/11/2026 09:00") == 1 and len(server.mails) == 2
    assert ReportMailSent.objects.filter(sent=None).count() == 0


def test_two_servers_never_send_the_same_one(server: Server) -> None:
    mail = schedule()
    now = at("26/11/2026 09:00")
    with clock.running_on(lambda: now):
        [(_mail, period)] = mailing.due(now)
        assert mailing._claimed(mail, period) is not None
        assert mailing._claimed(mail, period) is None and mailing.send_due() == 0
    with clock.running_on(lambda: now + mailing.CLAIM):  # it ended within: another tries
        assert mailing.send_due() == 1


@pytest.mark.parametrize("report", mailing.WHAT)
def test_every_report_can_be_mailed(server: Server, report: str) -> None:
    schedule(report=report)
    assert sent("26/11/2026 09:00") == 1


@pytest.mark.parametrize(
    ("every", "day", "before", "then", "subject"),
    [
        ("week", 1, "24/11/2026 08:59", "24/11/2026 09:00", "16/11/2026 – 22/11/2026"),  # on Tuesday
        ("week", 0, "23/11/2026 08:59", "23/11/2026 09:00", "16/11/2026 – 22/11/2026"),
        ("month", 3, "3/12/2026 08:59", "3/12/2026 09:00", "11/2026"),
        ("month", 1, "1/12/2026 08:59", "1/12/2026 09:00", "11/2026"),
    ],
)
def test_weeks_and_months(server: Server, every: str, day: int, before: str, then: str, subject: str) -> None:
    schedule(every, day)
    sent(before)
    known = len(server.mails)
    assert sent(then) == 1 and len(server.mails) == known + 1
    assert str(server.mails[-1]["Subject"]).endswith(subject)


def test_no_mail_goes_out_before_the_day_is_over(server: Server) -> None:
    """Which ends at eight: at five o'clock it is the next morning."""
    mail = schedule(hour=5)
    assert sent("26/11/2026 08:30") == 1
    with clock.running_on(lambda: at("26/11/2026 08:30")):
        first = ReportMailSent.objects.get()
    assert first.begins == at("24/11/2026")
    assert sent("27/11/2026 05:00") == 1 and mail.mails.count() == 2


def test_nothing_is_sent_of_what_was_over_before_it_was_asked_for(server: Server) -> None:
    mail = schedule()
    ReportMail.objects.filter(pk=mail.pk).update(made=at("26/11/2026 10:00"))
    assert sent("26/11/2026 12:00") == 0 and sent("27/11/2026 09:00") == 1


def test_what_fails_is_told_and_tried_again(server: Server) -> None:
    schedule()
    server.refuses = True
    assert sent("26/11/2026 09:00") == 0
    [finding] = mails_go_out()
    assert finding.level == "warning" and "nobody of that name" in finding.says
    assert sent("26/11/2026 09:04") == 0 and ReportMailSent.objects.get().tries == 1
    assert sent("26/11/2026 09:06") == 0 and ReportMailSent.objects.get().tries == 2
    server.refuses = False
    assert sent("26/11/2026 09:10") == 0  # a longer while after the second failure
    assert sent("26/11/2026 09:17") == 1 and len(server.mails) == 1
    assert [finding.level for finding in mails_go_out()] == ["ok"]


def test_who_may_read_it_no_more_is_sent_nothing(server: Server, julio: User) -> None:
    schedule()
    julio.role = "croupier"
    julio.save()
    assert sent("26/11/2026 09:00") == 0 and not server.mails
    assert "julio" in ReportMailSent.objects.get().error


def test_without_a_mail_server_nothing_is_sent_and_it_is_said(settings: Any) -> None:
    settings.EMAIL_HOST = ""
    schedule()
    assert sent("26/11/2026 09:00") == 0 and not ReportMailSent.objects.exists()
    assert [finding.level for finding in mails_go_out()] == ["warning"]


def test_the_command_sends_them(server: Server, capsys: Any) -> None:
    schedule()
    with clock.running_on(lambda: at("26/11/2026 09:00")):
        call_command("mail_reports")
        call_command("mail_reports")
    assert capsys.readouterr().out.splitlines() == ["1 sent", "0 sent"]


class TestPage:
    SAID = {
        "act": "add",
        "report": "report-floor",
        "person": "julio",
        "address": "julio@casino.example",
        "every": "week",
        "weekday": "2",
        "monthday": "5",
        "hour": "9",
    }

    @pytest.fixture
    def ada(self) -> Client:
        client = Client()
        client.force_login(User.objects.create_user("ada", role="administrator", language="en"))
        return client

    def post(self, client: Client, **more: str) -> Any:
        return client.post(reverse("house-mails"), self.SAID | more)

    def test_an_administrator_adds_and_ends_one(self, ada: Client) -> None:
        assert self.post(ada).status_code == 302
        mail = ReportMail.objects.get()
        assert (mail.every, mail.day, mail.hour) == ("week", 2, 9)
        page = ada.get(reverse("house-mails")).content.decode()
        assert "every week Wednesday 09:00" in " ".join(page.split())
        assert self.post(ada, act="end", mail=str(mail.pk)).status_code == 302
        assert ReportMail.objects.get().ended
        assert [*Act.objects.values_list("what", flat=True)] == ["mail_added", "mail_ended"]

    @pytest.mark.parametrize(
        ("wrong", "told"),
        [
            ({"address": "nowhere"}, "“nowhere” is no mail address."),
            ({"person": "nobody"}, "nobody may not read this report"),
            ({"every": "hour"}, "Choose a report, how often"),
            ({"report": "report-shift"}, "Choose a report, how often"),
            ({"weekday": "9"}, "Choose a report, how often"),
            ({"hour": "24"}, "Choose a report, how often"),
        ],
    )
    def test_what_is_wrong_is_said(self, ada: Client, wrong: dict[str, str], told: str) -> None:
        answer = self.post(ada, **wrong)
        assert answer.status_code == 422 and told in answer.content.decode()
        assert not ReportMail.objects.exists()

    def test_nobody_else_sees_it(self) -> None:
        client = Client()
        client.force_login(User.objects.get(username="julio"))
        assert client.get(reverse("house-mails")).status_code == 403
