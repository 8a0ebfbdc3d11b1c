"""The labels of the posts at a table."""

from django.utils.functional import Promise

from casino.accounts.posts import Post
from casino.common.wording import lazy_text as _

POST_LABELS: dict[str, Promise] = {
    Post.CROUPIER: _("Croupier"),
    Post.PAGADOR: _("Pagador"),
    Post.JEFE: _("Jefe de mesa"),
    Post.CAMBISTA: _("Cambista"),
}
