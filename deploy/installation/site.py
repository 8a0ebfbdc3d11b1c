"""nginx's site, made from deploy/nginx.conf, so that both installations have the same rules."""

import re
from pathlib import Path

from deploy.gateway import SHARED, before_front, before_workers
from deploy.installation.plan import Plan

# Said once for all sites, by Debian's nginx.conf or by this one; every other directive goes into the server.
OF_NGINX = ("include", "default_type", "access_log")
IPV6 = Path("/proc/net/if_inet6")  # not there where the kernel has none, and nginx could not listen
OF_ALL_SITES = ("log_format", "limit_req_zone", "limit_conn_zone", "proxy_cache_path", "map_hash")

REDIRECT = """
server {{
    listen {http};
    listen [::]:{http};
    server_name {name};
    location /.well-known/acme-challenge/ {{ root {acme}; }}
    location / {{ return 308 https://$host{port}$request_uri; }}
}}
"""
TLS = """listen {https} ssl http2;
        listen [::]:{https} ssl http2;
        server_name {name};
        ssl_certificate {etc}/tls/certificate.pem;
        ssl_certificate_key {etc}/tls/key.pem;
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_session_cache shared:novamas:1m;
        access_log {log}/novamas.log novamas;
"""


def site(plan: Plan) -> str:
    """The text of the site."""
    places = (plan.house.pair.other, plan.house.pair.ip) if plan.house else ()
    text = before_front(before_workers(SHARED.read_text(), plan.ports, *places), plan.front)
    found = re.search(r"^http \{\n(.*)^\}", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"{SHARED} has no block http")
    body, moved = _split(found[1])
    tls = TLS.format(https=plan.https, name=plan.name, etc=plan.etc, log=plan.root / "var/log/nginx")
    body = re.sub(r"listen 80;\n", lambda _: tls + "".join(f"        {line}\n" for line in moved), body)
    body = body.replace(" /statics", f" {plan.opt}/current/static")
    port = "" if plan.https == 443 else f":{plan.https}"
    acme = plan.root / "var/lib/novamas-acme"
    redirect = REDIRECT.format(http=plan.http, name=plan.name, acme=acme, port=port)
    text = f"# Made by `make install` from deploy/nginx.conf: changes are lost.\n{body.rstrip()}\n{redirect}"
    return text if IPV6.exists() else re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)


def _split(body: str) -> tuple[str, list[str]]:
    """The blocks with what is said for all sites, and the directives that go into the server."""
    kept, moved, depth = [], [], 0
    for line in body.splitlines():
        word = line.split(None, 1)[0] if line.strip() else ""
        is_simple = depth == 0 and line.rstrip().endswith(";")
        if is_simple and word not in OF_ALL_SITES:
            moved += [line.strip()] * (word not in OF_NGINX)
        else:
            kept.append(line.removeprefix("    "))
        depth += line.count("{") - line.count("}")
    return "\n".join(kept), moved
