"""The addresses of the screens' pages."""

from django.urls import path

from tables.screens import cards, handover, holdings, inspector, relief, searches, sign_ins, tour, views, why
from tables.screens.catalogue import SCREENS

urlpatterns = [
    path("floor/", views.page_of_floor(SCREENS["floor"]), name="floor"),
    path("tables/<slug:slug>/", views.page_of(SCREENS["table"]), name="table"),
    path("tables/<slug:slug>/console/", views.page_of(SCREENS["console"]), name="console"),
    path("tables/<slug:slug>/relief/", relief.relief, name="relief"),
    path("tables/<slug:slug>/wall/", views.wall, name="wall"),
    path("tables/<slug:slug>/money/", views.page_of(SCREENS["money"]), name="money"),
    path("tables/<slug:slug>/money/holdings/", holdings.holdings, name="holdings"),
    path("tables/<slug:slug>/articles/<str:number>/", why.table_article, name="table-article"),
    path("tables/<slug:slug>/why/", why.why, name="why"),
    path("tables/<slug:slug>/passes/<int:number>/why/", why.why_paid, name="why-paid"),
    path("reglamentos/<str:name>/", why.reglamento, name="reglamento"),
    path("reglamentos/<str:name>/articles/<str:number>/", why.article, name="article"),
    path("reglamentos/<str:name>/cards/<str:role>/", cards.card, name="card"),
    path("counter/", views.page_of_floor(SCREENS["counter"]), name="counter"),
    path("cage/", views.page_of_cage(SCREENS["cage"]), name="cage"),
    path("handover/", handover.handover, name="handover"),
    path("inspector/", inspector.timeline, name="timeline"),
    path("inspector/sign-ins/", sign_ins.sign_ins, name="sign-ins"),
    path("inspector/searches/", searches.searches, name="searches"),
    path("inspector/shift", inspector.shift, name="bundle"),
    path("inspector/<slug:slug>/passes/<int:number>/", inspector.one_pass, name="pass"),
    path("inspector/<slug:slug>/<int:number>/", inspector.record, name="record"),
    path("tour/", tour.taken, name="tour"),
    path("wall/<str:secret>/", views.link_of_wall, name="wall-link"),
]
