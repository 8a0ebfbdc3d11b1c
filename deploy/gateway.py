"""nginx before workers of this machine, with the configuration of docker-compose.yml."""

import re
from collections.abc import Iterable
from pathlib import Path

SHARED = Path(__file__).resolve().parent / "nginx.conf"
FRONT = SHARED.with_name("front.conf.template")
NOBODY = "255.255.255.255"  # whom no connection comes from
INNER = 8000  # at which the other machine of a house on two reaches the workers of this one
OF_OTHER = """
    upstream novamas_here {{
        {servers}
    }}
    server {{
        listen {here}:{port};
        allow {other};
        deny all;
        client_max_body_size 8m;
        location / {{
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $novamas_connection;
            proxy_read_timeout 60s;
            proxy_pass http://novamas_here;
        }}
    }}
"""


def before_front(text: str, front: str = NOBODY) -> str:
    """The configuration behind this proxy, without the file in which the container has its address."""
    said = FRONT.read_text().replace("${FRONT}", front).split("\n", 1)[1].rstrip().replace("\n", "\n    ")
    return text.replace("include /etc/nginx/conf.d/front.conf;", said)


def before_workers(text: str, ports: Iterable[int], other: str = "", here: str = "") -> str:
    """The configuration with workers at these ports of this machine, under what it says of a worker. Where `other` is
    the address of a second machine, its workers are asked while none of this one's answers, and it, at `here`, may ask
    these."""
    ours = [f"server 127.0.0.1:{port}" for port in ports]

    def servers(said: re.Match[str]) -> str:
        backup = [f"server {other}:{INNER}{said[2]} backup;"] if other else []
        return "\n".join(f"{said[1]}{server}" for server in [*(f"{one}{said[2]};" for one in ours), *backup])

    text = re.sub(r"( *)server house:8000([^;]*);", servers, text)
    if not other:
        return text
    inner = "\n        ".join(f"{one} max_fails=0;" for one in ours)
    return re.sub(
        r"^}",
        lambda _: f"{OF_OTHER.format(here=here, other=other, servers=inner, port=INNER)}}}",
        text,
        flags=re.M,
    )


def nginx_conf(
    folder: Path, ports: list[int], listening: int, front: str = NOBODY, other: str = "", here: str = ""
) -> Path:
    """The configuration of docker-compose.yml, its names changed to this machine's."""
    conf = folder / "nginx.conf"
    text = before_front(before_workers(SHARED.read_text(), ports, other, here), front)
    text = text.replace("listen 80;", f"listen {'' if here else '127.0.0.1:'}{listening};").replace(
        "/dev/stdout", "/dev/null"
    )
    text = text.replace("include mime.types", "include /etc/nginx/mime.types")
    text = text.replace(" /statics", f" {folder}/statics")
    conf.write_text(f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n{text}")
    return conf
