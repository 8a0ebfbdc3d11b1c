"""nginx before workers of this machine, with the configuration of docker-compose.yml."""

import re
from collections.abc import Iterable
from pathlib import Path

SHARED = Path(__file__).resolve().parent / "nginx.conf"
FRONT = SHARED.with_name("front.conf.template")
NOBODY = "255.255.255.255"  # whom no connection comes from


def before_front(text: str, front: str = NOBODY) -> str:
    """The configuration behind this proxy, without the file in which the container has its address."""
    said = FRONT.read_text().replace("${FRONT}", front).split("\n", 1)[1].rstrip().replace("\n", "\n    ")
    return text.replace("include /etc/nginx/conf.d/front.conf;", said)


def before_workers(text: str, ports: Iterable[int]) -> str:
    """The configuration with workers at these ports of this machine, under what it says of a worker."""
    return re.sub(
        r"( *)server house:8000([^;]*);",
        lambda said: "\n".join(f"{said[1]}server 127.0.0.1:{port}{said[2]};" for port in ports),
        text,
    )


def nginx_conf(folder: Path, ports: list[int], listening: int, front: str = NOBODY) -> Path:
    """The configuration of docker-compose.yml, its names changed to this machine's."""
    conf = folder / "nginx.conf"
    text = before_front(before_workers(SHARED.read_text(), ports), front)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{listening};").replace("/dev/stdout", "/dev/null")
    text = text.replace("include mime.types", "include /etc/nginx/mime.types")
    text = text.replace(" /statics", f" {folder}/statics")
    conf.write_text(f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n{text}")
    return conf
