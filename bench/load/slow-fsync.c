/* Makes fsync and fdatasync of a program as slow as those of a slow disk: the real call, then a sleep. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  const char *microseconds = getenv("SLOW_FSYNC_US");
  int result = real(file);
  if (microseconds) usleep((useconds_t)atoi(microseconds));
  return result;
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
