"""The addresses of the administration."""

from django.urls import path

from casino.administration.pages import acts, first_run, house, logo, people, tables, tokens

urlpatterns = [
    path("logo/<slug:digest>/", logo.logo, name="logo"),
    path("setup/<str:secret>/", first_run.set_up, name="set-up"),
    path("administration/", house.overview, name="administration"),
    path("administration/people/", people.everybody, name="people"),
    path("administration/people/<int:number>/", people.person, name="person"),
    path("administration/tables/", tables.every_table, name="house-tables"),
    path("administration/tables/<slug:slug>/", tables.one_table, name="house-table"),
    path("administration/displays/", tokens.every_token, name="tokens"),
    path("administration/settings/", house.house_settings, name="house-settings"),
    path("administration/reglamentos/", house.house_reglamentos, name="house-reglamentos"),
    path("administration/acts/", acts.acts, name="acts"),
]
