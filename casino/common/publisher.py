"""Publishing in Redis from a process that serves nobody, without waiting for what Redis answers.

Who has given a command need not wait until others have been told. What Redis says is read before the next message is
sent, and at the end of the process.
"""

import atexit
import logging
from threading import Lock
from typing import Any

PATIENCE = 2.0  # seconds that Redis has for taking a message, and at the end for its answers

log = logging.getLogger("casino.publisher")


class Publisher:
    """One connection, made with the first message. For any thread."""

    def __init__(self, url: str, channel: str) -> None:
        # Imported here: a script has no listeners and should not wait for redis to load.
        from redis import Redis

        redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._pool = redis.connection_pool
        self._channel = channel
        self._connection: Any = None  # redis-py's, which is not typed
        self._unanswered = 0
        self._lock = Lock()
        atexit.register(self.close)

    def publish(self, text: str) -> None:
        """Send the text to whoever listens. Raises redis.RedisError where it cannot be sent; what Redis answers
        later is only logged."""
        with self._lock:
            self._hear(0)
            connection, self._connection = self._connection, None  # forgotten, if it fails now
            if connection is None:
                connection, self._unanswered = self._pool.make_connection(), 0
            connection.send_command("PUBLISH", self._channel, text)  # connects first, if it is new
            self._connection = connection
            self._unanswered += 1

    def close(self) -> None:
        """Wait for the answers that are missing. Closed before, the connection could take back what is under way."""
        with self._lock:
            self._hear(PATIENCE)
            if self._connection is not None:
                self._connection.disconnect()

    def _hear(self, seconds: float) -> None:
        """Read the answers that are there, or come within this time. A connection that has ended is forgotten, as Redis
        may be back by now."""
        from redis.exceptions import RedisError, ResponseError

        connection = self._connection
        if connection is None:
            return
        try:
            while connection.can_read(timeout=seconds if self._unanswered else 0):
                try:
                    connection.read_response()
                except ResponseError as error:
                    log.warning("Redis refused a notification: %s", error)
                self._unanswered -= 1
        except (OSError, RedisError) as error:
            self._connection = None
            if self._unanswered:
                log.warning("Redis lost, and notifications with it: %s", error)
