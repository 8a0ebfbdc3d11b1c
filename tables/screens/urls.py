"""The addresses of the screens' pages."""

from django.urls import path

from tables.screens import tour, views
from tables.screens.catalogue import SCREENS
from tables.screens.console import passes, relief
from tables.screens.floor import closings, duty_plan, handover, openings, page, section
from tables.screens.inspector import pages as inspector
from tables.screens.inspector import searches, sign_ins
from tables.screens.money import desk, foreseen
from tables.screens.why import cards
from tables.screens.why import pages as why

urlpatterns = [
    path("floor/", page.floor, name="floor"),
    path("floor/section/", section.section, name="section"),
    path("floor/closings/", closings.close_tables, name="closings"),
    path("floor/openings/", openings.open_tables, name="openings"),
    path("floor/duty/", duty_plan.duty_plan, name="duty-plan"),
    path("tables/<slug:slug>/", views.page_of(SCREENS["table"]), name="table"),
    path("tables/<slug:slug>/console/", views.page_of(SCREENS["console"]), name="console"),
    path("tables/<slug:slug>/console/passes/", passes.passes, name="console-passes"),
    path("tables/<slug:slug>/relief/", relief.relief, name="relief"),
    path("tables/<slug:slug>/wall/", views.wall, name="wall"),
    path("tables/<slug:slug>/money/", views.page_of(SCREENS["money"]), name="money"),
    path("tables/<slug:slug>/money/foreseen/", foreseen.foreseen_at_table, name="foreseen"),
    path("tables/<slug:slug>/articles/<str:number>/", why.table_article, name="table-article"),
    path("tables/<slug:slug>/why/", why.why, name="why"),
    path("tables/<slug:slug>/passes/<int:number>/why/", why.why_paid, name="why-paid"),
    path("reglamentos/<str:name>/", why.reglamento, name="reglamento"),
    path("reglamentos/<str:name>/articles/<str:number>/", why.article, name="article"),
    path("reglamentos/<str:name>/cards/<str:role>/", cards.card, name="card"),
    path("counter/", desk.page, name="counter"),
    path("counter/<slug:slug>/", desk.desk, name="desk"),
    path("cage/", views.page_of_cage(SCREENS["cage"]), name="cage"),
    path("cage/foreseen/", foreseen.foreseen_at_cage, name="foreseen-cage"),
    path("handover/", handover.handover, name="handover"),
    path("inspector/", inspector.timeline, name="timeline"),
    path("inspector/sign-ins/", sign_ins.sign_ins, name="sign-ins"),
    path("inspector/searches/", searches.searches, name="searches"),
    path("inspector/acts/<str:key>/", inspector.act, name="timeline-act"),
    path("inspector/shift", inspector.shift, name="bundle"),
    path("inspector/<slug:slug>/passes/<int:number>/", inspector.one_pass, name="pass"),
    path("inspector/<slug:slug>/<int:number>/", inspector.record, name="record"),
    path("tour/", tour.taken, name="tour"),
    path("walls/<str:slugs>/", views.walls, name="walls"),
    path("wall/<str:secret>/", views.link_of_wall, name="wall-link"),
]
