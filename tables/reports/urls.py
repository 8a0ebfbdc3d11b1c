"""The addresses of the reports."""

from django.urls import path

from tables.reports import views

urlpatterns = [
    path("reports/", views.index, name="reports"),
    path("reports/shifts/<slug:slug>/<int:number>/", views.sheet, name="report-shift"),
    path("reports/floor/", views.floor, name="report-floor"),
    path("reports/tables/", views.table, name="report-any-table"),
    path("reports/tables/<slug:slug>/", views.table, name="report-table"),
    path("reports/passes/<slug:slug>/", views.passes, name="report-passes"),
    path("reports/players/", views.player, name="report-any-player"),
    path("reports/players/<slug:slug>/<str:player>/", views.player, name="report-player"),
    path("reports/slips/", views.slips, name="report-slips"),
    path("reports/differences/", views.off, name="report-differences"),
    path("reports/duty/", views.on_duty, name="report-duty"),
    path("slips/<int:number>/", views.slip, name="slip"),
]
