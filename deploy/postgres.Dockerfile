# PostgreSQL with pgBackRest, which archives into the volume /backups. `backup`, called every night, makes a backup: of all
# on Mondays, otherwise of what has changed.
FROM postgres:17

RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends pgbackrest && rm -rf /var/lib/apt/lists/* \
    && install -d -o postgres -g postgres -m 700 /backups
ENV PGBACKREST_STANZA=house PGBACKREST_PG1_PATH=/var/lib/postgresql/data PGBACKREST_PG1_USER=house \
    PGBACKREST_REPO1_PATH=/backups PGBACKREST_REPO1_CIPHER_TYPE=aes-256-cbc PGBACKREST_REPO1_RETENTION_FULL=8 \
    PGBACKREST_COMPRESS_TYPE=zst PGBACKREST_START_FAST=y PGBACKREST_LOG_LEVEL_FILE=off
COPY --chmod=755 deploy/postgres-backup /usr/local/bin/backup
# Until the place is begun nothing can be archived; PostgreSQL waits and tries again.
RUN printf 'pgbackrest stanza-create\n' > /docker-entrypoint-initdb.d/backups.sh
