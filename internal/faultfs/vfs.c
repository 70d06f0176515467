//go:build faults

// A file system over SQLite's default one that asks Go before each operation. faultfs_before returns 0 to let it
// happen, FAULTFS_HALF to have half of a write happen and then fail, or the error to fail with.

#include "_cgo_export.h"
#include "vfs.h"
#include <stddef.h>

enum { FAULTFS_HALF = -1, IOERR_WRITE = 778 };

typedef struct {
  sqlite3_file base;
  int id; // of the file, as Go knows it
  _Alignas(8) char real[];
} file;

static sqlite3_vfs *under; // the default file system
static sqlite3_vfs vfs;

static sqlite3_file *real(sqlite3_file *f) { return (sqlite3_file *)((file *)f)->real; }

static int before(sqlite3_file *f, int op, const void *data, long long n, long long at) {
  return faultfs_before(((file *)f)->id, op, (void *)data, n, at);
}

static int x_close(sqlite3_file *f) {
  faultfs_close(((file *)f)->id);
  return real(f)->pMethods->xClose(real(f));
}

static int x_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at) {
  int rc = before(f, OP_READ, NULL, n, at);
  return rc ? rc : real(f)->pMethods->xRead(real(f), to, n, at);
}

static int x_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at) {
  int rc = before(f, OP_WRITE, from, n, at);
  if (rc == FAULTFS_HALF) {
    real(f)->pMethods->xWrite(real(f), from, n / 2, at);
    return IOERR_WRITE;
  }
  return rc ? rc : real(f)->pMethods->xWrite(real(f), from, n, at);
}

static int x_truncate(sqlite3_file *f, sqlite3_int64 size) {
  int rc = before(f, OP_TRUNCATE, NULL, size, 0);
  return rc ? rc : real(f)->pMethods->xTruncate(real(f), size);
}

// Go keeps what would be on a disk, so nothing has to wait for one.
static int x_sync(sqlite3_file *f, int flags) { return before(f, OP_SYNC, NULL, 0, 0); }

static int x_file_size(sqlite3_file *f, sqlite3_int64 *size) {
  int rc = before(f, OP_SIZE, NULL, 0, 0);
  return rc ? rc : real(f)->pMethods->xFileSize(real(f), size);
}

static int x_lock(sqlite3_file *f, int level) {
  int rc = before(f, OP_LOCK, NULL, 0, 0);
  return rc ? rc : real(f)->pMethods->xLock(real(f), level);
}

static int x_unlock(sqlite3_file *f, int level) { return real(f)->pMethods->xUnlock(real(f), level); }

static int x_check_reserved_lock(sqlite3_file *f, int *out) {
  return real(f)->pMethods->xCheckReservedLock(real(f), out);
}

static int x_file_control(sqlite3_file *f, int op, void *arg) {
  return real(f)->pMethods->xFileControl(real(f), op, arg);
}

static int x_sector_size(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }

static int x_device_characteristics(sqlite3_file *f) {
  return real(f)->pMethods->xDeviceCharacteristics(real(f));
}

static int x_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out) {
  int rc = before(f, OP_SHM_MAP, NULL, 0, 0);
  return rc ? rc : real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
}

static int x_shm_lock(sqlite3_file *f, int offset, int n, int flags) {
  int rc = flags & SQLITE_SHM_UNLOCK ? 0 : before(f, OP_SHM_LOCK, NULL, 0, 0);
  return rc ? rc : real(f)->pMethods->xShmLock(real(f), offset, n, flags);
}

static void x_shm_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }

static int x_shm_unmap(sqlite3_file *f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); }

static const sqlite3_io_methods methods = {
    2, x_close, x_read, x_write, x_truncate, x_sync, x_file_size, x_lock, x_unlock, x_check_reserved_lock,
    x_file_control, x_sector_size, x_device_characteristics, x_shm_map, x_shm_lock, x_shm_barrier, x_shm_unmap,
};

static int x_open(sqlite3_vfs *v, sqlite3_filename name, sqlite3_file *f, int flags, int *out) {
  int id = name ? faultfs_open((char *)name, (flags & SQLITE_OPEN_CREATE) != 0) : 0;
  if (id == 0) { // a file that nobody watches
    return under->xOpen(under, name, f, flags, out);
  }
  f->pMethods = NULL;
  if (id < 0) {
    return -id;
  }
  int rc = under->xOpen(under, name, real(f), flags, out);
  if (real(f)->pMethods == NULL) {
    faultfs_close(id);
    return rc;
  }
  ((file *)f)->id = id;
  f->pMethods = &methods;
  return rc;
}

static int x_delete(sqlite3_vfs *v, const char *name, int sync) {
  int rc = faultfs_named((char *)name, OP_DELETE, sync);
  return rc ? rc : under->xDelete(under, name, sync);
}

static int x_access(sqlite3_vfs *v, const char *name, int flags, int *out) {
  int rc = faultfs_named((char *)name, OP_ACCESS, 0);
  return rc ? rc : under->xAccess(under, name, flags, out);
}

// faultfs_register makes this the default file system. It returns SQLite's error, or -1 if SQLite isn't linked.
int faultfs_register(void) {
  if (!sqlite3_vfs_find || !sqlite3_vfs_register || !(under = sqlite3_vfs_find(NULL))) {
    return -1;
  }
  vfs = *under;
  vfs.zName = "faultfs";
  vfs.szOsFile = (int)offsetof(file, real) + under->szOsFile;
  vfs.xOpen = x_open, vfs.xDelete = x_delete, vfs.xAccess = x_access;
  return sqlite3_vfs_register(&vfs, 1);
}
