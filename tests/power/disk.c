/* A disk that keeps nothing but what was synced, for LD_PRELOAD.
 *
 * Files under $FAKE_DISK are written as usual, which stands for the cache of the operating system. When one of them is
 * synced, its whole content is copied to $FAKE_DISK_KEPT: that is what a power cut leaves. Nothing else is changed, so a
 * program that does not sync finds, after the cut, what was there at its last sync.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int copy(int from, const char *name, const char *kept) {
    char part[PATH_MAX + 8], whole[PATH_MAX], block[1 << 16];
    ssize_t got;
    off_t at = 0;
    int length = snprintf(whole, sizeof whole, "%s/%s", kept, name);
    if (length < 0 || length >= (int) sizeof whole)
        return -1;
    snprintf(part, sizeof part, "%s.part", whole);
    int to = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (to < 0)
        return -1;
    while ((got = pread(from, block, sizeof block, at)) > 0) {
        if (write(to, block, (size_t) got) != got) {
            close(to);
            return -1;
        }
        at += got;
    }
    close(to);
    return got < 0 ? -1 : rename(part, whole);
}

static int keep(int fd) {
    const char *disk = getenv("FAKE_DISK"), *kept = getenv("FAKE_DISK_KEPT");
    char link[64], path[PATH_MAX];
    if (!disk || !kept)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return -1;
    path[length] = 0;
    size_t under = strlen(disk);
    if (strncmp(path, disk, under) || path[under] != '/')
        return 0;
    int from = open(link, O_RDONLY);
    if (from < 0)
        return 0; /* a directory that is synced, or a file that is gone */
    int failed = copy(from, path + under + 1, kept);
    close(from);
    return failed;
}

int fsync(int fd) { return keep(fd); }

int fdatasync(int fd) { return keep(fd); }
