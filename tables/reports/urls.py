"""The addresses of the reports."""

from django.urls import path

from tables.reports import slip_paper
from tables.reports.catalogue import DASHBOARD, PAGES
from tables.reports.dashboard.page import dashboard
from tables.reports.kept import views
from tables.reports.views import index, read_by, view_of

urlpatterns = [
    path(DASHBOARD.path, read_by(DASHBOARD, dashboard), name=DASHBOARD.name),
    path("reports/", index, name="reports"),
    path("reports/views/", views, name="report-views"),
    path("slips/<int:number>/roll/", slip_paper.roll, name="slip-roll"),
    *(path(page.path, view_of(page), name=page.name) for page in PAGES),
]
