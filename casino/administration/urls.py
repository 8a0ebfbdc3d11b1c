"""The addresses of the administration."""

from django.urls import path

from casino.administration.pages import (
    acts,
    chosen,
    directory,
    first_run,
    house,
    mails,
    people,
    people_data,
    person,
    tables,
    tokens,
)

urlpatterns = [
    path("logo/<slug:digest>/", house.logo, name="logo"),
    path("setup/<str:secret>/", first_run.set_up, name="set-up"),
    path("login/directory/", directory.begin, name="directory"),
    path("login/directory/answer/", directory.answer, name="directory-answer"),
    path("administration/directory/", directory.groups_of, name="house-directory"),
    path("administration/", house.overview, name="administration"),
    path("administration/people/", people.everybody, name="people"),
    path("administration/people/<int:number>/", person.one, name="person"),
    path("administration/people/data/", people_data.kept, name="people-data"),
    path("administration/people/chosen/", chosen.many, name="people-chosen"),
    path("administration/tables/", tables.every_table, name="house-tables"),
    path("administration/tables/<slug:slug>/", tables.one_table, name="house-table"),
    path("administration/displays/", tokens.every_token, name="tokens"),
    path("administration/settings/", house.house_settings, name="house-settings"),
    path("administration/reglamentos/", house.house_reglamentos, name="house-reglamentos"),
    path("administration/mails/", mails.every_mail, name="house-mails"),
    path("administration/acts/", acts.acts, name="acts"),
]
