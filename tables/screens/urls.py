"""The addresses of the pages."""

from django.urls import path

from tables.screens import home, views

urlpatterns = [
    path("", home.home, name="home"),
    path("language/", home.language, name="language"),
    path("theme/", home.theme, name="theme"),
    path("floor/", views.floor, name="floor"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("tables/<slug:slug>/console/", views.console, name="console"),
    path("tables/<slug:slug>/wall/", views.staff_wall, name="staff-wall"),
    path("wall/<str:secret>/", views.wall, name="wall"),
]
