"""The labels of the posts at a table."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.accounts.posts import Post

POST_LABELS: dict[str, Promise] = {
    Post.CROUPIER: _("Croupier"),
    Post.PAGADOR: _("Pagador"),
    Post.JEFE: _("Jefe de mesa"),
    Post.CAMBISTA: _("Cambista"),
}
