"""The house's logo: read with distrust, and kept as a picture that the product itself has drawn."""

import hashlib
import io
import warnings

from PIL import Image

from casino.common.house import house
from casino.common.refusals import Refusal
from casino.house.models import Logo

FORMATS = ("PNG", "WEBP")  # pixels alone: an SVG is a page that may carry a script
LARGEST = 1 << 20  # bytes of an upload
MOST_PIXELS = 4_000_000
BOX = (800, 320)  # pixels: what it is made smaller to


def drawn(data: bytes) -> bytes:
    """The picture as a PNG of at most BOX, drawn anew: nothing that an upload carries beside its pixels stays. Raises
    Refusal (`large_logo`, `bad_logo`)."""
    if len(data) > LARGEST:
        raise Refusal("large_logo", most=LARGEST >> 20, pixels=MOST_PIXELS // 1_000_000)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
            if picture.width * picture.height > MOST_PIXELS:
                raise Refusal("large_logo", most=LARGEST >> 20, pixels=MOST_PIXELS // 1_000_000)
            pixels = picture.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Warning) as error:
        raise Refusal("bad_logo") from error
    pixels.thumbnail(BOX)
    made = io.BytesIO()
    Image.frombytes("RGBA", pixels.size, pixels.tobytes()).save(made, "PNG", optimize=True)
    return made.getvalue()


def keep(image: bytes) -> str:
    """Store a picture. Returns its digest, which names it."""
    digest = hashlib.sha256(image).hexdigest()
    if not Logo.objects.filter(digest=digest).exists():
        Logo.objects.create(digest=digest, image=image)
    return digest


def read(digest: str) -> bytes | None:
    """The picture with this digest; None if there is none, or what is stored is no longer the one that was kept."""
    row = Logo.objects.filter(digest=digest).first() if digest else None
    image = bytes(row.image) if row else b""
    return image if hashlib.sha256(image).hexdigest() == digest else None


def present() -> bytes | None:
    """The house's picture; None if it has none."""
    return read(house().logo)
