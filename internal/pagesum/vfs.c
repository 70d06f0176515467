/* A layer over SQLite's own file system that gives every page of a database file a checksum. See pagesum.go. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"
#include "vfs.h"

/* One open file. That of the layer below lies behind it in memory. */
typedef struct file {
  sqlite3_file base;
  int always;          /* the one who opened it says that it has checksums */
  int on;              /* it has checksums */
  unsigned char *page; /* of room bytes: what is written, with its checksum */
  int room;
} file;

static sqlite3_vfs *below;
static sqlite3_vfs layer;

static sqlite3_file *real(sqlite3_file *f) { return (sqlite3_file *)((file *)f + 1); }

/* Each step is a bijection of the state and of the word, so that no change of one word alone gives the same sum; of any
** others one in 2^64 does. The offset is in it: a page at another page's place, or one of zeros, has the wrong sum. */
static uint64_t sum(const unsigned char *b, int n, sqlite3_int64 offset) {
  uint64_t h = 0x9e3779b97f4a7c15u ^ (uint64_t)offset;
  int i, k;
  for (i = 0; i < n; i += 8) {
    uint64_t w = 0;
    for (k = 7; k >= 0; k--) w = w << 8 | b[i + k];
    h = (h ^ w) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  return h;
}

static void put(unsigned char *b, uint64_t h) {
  int k;
  for (k = 0; k < PAGESUM_BYTES; k++) b[k] = (unsigned char)(h >> 8 * k);
}

/* SQLite reads and writes a database by whole pages; what isn't one is a look at the header. */
static int isPage(int n, sqlite3_int64 offset) {
  return n >= 512 && n <= 65536 && (n & (n - 1)) == 0 && offset % n == 0;
}

/* The header says how many bytes at the end of each page are ours. */
static void header(file *f, const unsigned char *b, int n, sqlite3_int64 offset) {
  if (offset == 0 && n >= 100 && memcmp(b, "SQLite format 3", 16) == 0) f->on = f->always || b[20] == PAGESUM_BYTES;
}

static int fileRead(sqlite3_file *sf, void *b, int n, sqlite3_int64 offset) {
  file *f = (file *)sf;
  unsigned char want[PAGESUM_BYTES];
  int rc = real(sf)->pMethods->xRead(real(sf), b, n, offset);
  /* SQLite takes a page that is only half there for one that ends in zeros. */
  if (rc == SQLITE_IOERR_SHORT_READ && f->on && isPage(n, offset)) return SQLITE_CORRUPT;
  if (rc != SQLITE_OK) return rc;
  header(f, b, n, offset);
  if (!f->on || !isPage(n, offset)) return rc;
  put(want, sum(b, n - PAGESUM_BYTES, offset));
  return memcmp(want, (unsigned char *)b + n - PAGESUM_BYTES, PAGESUM_BYTES) == 0 ? SQLITE_OK : SQLITE_CORRUPT;
}

static int fileWrite(sqlite3_file *sf, const void *b, int n, sqlite3_int64 offset) {
  file *f = (file *)sf;
  header(f, b, n, offset);
  if (f->on && isPage(n, offset)) {
    if (f->room < n) {
      unsigned char *more = realloc(f->page, n);
      if (more == 0) return SQLITE_NOMEM;
      f->page = more;
      f->room = n;
    }
    memcpy(f->page, b, n - PAGESUM_BYTES); /* a copy: the page belongs to SQLite's cache */
    put(f->page + n - PAGESUM_BYTES, sum(b, n - PAGESUM_BYTES, offset));
    b = f->page;
  }
  return real(sf)->pMethods->xWrite(real(sf), b, n, offset);
}

static int fileClose(sqlite3_file *sf) {
  free(((file *)sf)->page);
  ((file *)sf)->page = 0;
  return real(sf)->pMethods->xClose(real(sf));
}

/* PRAGMA page_sums says whether the file has checksums. */
static int fileControl(sqlite3_file *sf, int op, void *arg) {
  if (op == SQLITE_FCNTL_PRAGMA && sqlite3_stricmp(((char **)arg)[1], "page_sums") == 0) {
    ((char **)arg)[0] = sqlite3_mprintf("%d", ((file *)sf)->on);
    return SQLITE_OK;
  }
  return real(sf)->pMethods->xFileControl(real(sf), op, arg);
}

static int fileTruncate(sqlite3_file *f, sqlite3_int64 n) { return real(f)->pMethods->xTruncate(real(f), n); }
static int fileSync(sqlite3_file *f, int flags) { return real(f)->pMethods->xSync(real(f), flags); }
static int fileSize(sqlite3_file *f, sqlite3_int64 *n) { return real(f)->pMethods->xFileSize(real(f), n); }
static int fileLock(sqlite3_file *f, int l) { return real(f)->pMethods->xLock(real(f), l); }
static int fileUnlock(sqlite3_file *f, int l) { return real(f)->pMethods->xUnlock(real(f), l); }
static int fileReserved(sqlite3_file *f, int *out) { return real(f)->pMethods->xCheckReservedLock(real(f), out); }
static int fileSector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
/* A page that can't be read in part is read as a whole: SQLite would read long values past the checksum. */
static int fileTraits(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)) & ~SQLITE_IOCAP_SUBPAGE_READ; }
static int shmMap(sqlite3_file *f, int i, int n, int x, void volatile **p) { return real(f)->pMethods->xShmMap(real(f), i, n, x, p); }
static int shmLock(sqlite3_file *f, int o, int n, int flags) { return real(f)->pMethods->xShmLock(real(f), o, n, flags); }
static void shmBarrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
static int shmUnmap(sqlite3_file *f, int del) { return real(f)->pMethods->xShmUnmap(real(f), del); }

/* Version 2: without memory maps, which would be read past us. */
static const sqlite3_io_methods methods = {
  2, fileClose, fileRead, fileWrite, fileTruncate, fileSync, fileSize, fileLock, fileUnlock, fileReserved,
  fileControl, fileSector, fileTraits, shmMap, shmLock, shmBarrier, shmUnmap,
};

/* Only the database itself has checksums: its log has SQLite's own, and other files live no longer than a process. */
static int layerOpen(sqlite3_vfs *v, const char *name, sqlite3_file *sf, int flags, int *out) {
  file *f = (file *)sf;
  int rc;
  (void)v;
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return below->xOpen(below, name, sf, flags, out);
  memset(f, 0, sizeof *f);
  rc = below->xOpen(below, name, real(sf), flags, out);
  if (rc != SQLITE_OK) {
    /* SQLite closes what has methods, and so would we. */
    if (real(sf)->pMethods) real(sf)->pMethods->xClose(real(sf));
    return rc;
  }
  f->base.pMethods = &methods;
  f->always = f->on = sqlite3_uri_boolean(name, "sums", 0);
  return SQLITE_OK;
}

int pagesum_register(const char *name) {
  below = sqlite3_vfs_find(0);
  if (below == 0) return SQLITE_NOMEM;
  layer = *below; /* but for opening, all is done by the one below, which finds its own state where it was */
  layer.iVersion = 2; /* system calls are replaced below, not here */
  layer.szOsFile = below->szOsFile + (int)sizeof(file);
  layer.pNext = 0;
  layer.zName = name;
  layer.xOpen = layerOpen;
  return sqlite3_vfs_register(&layer, 0);
}
