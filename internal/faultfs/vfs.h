//go:build faults

#ifndef FAULTFS_VFS_H
#define FAULTFS_VFS_H

#include "../pagesum/sqlite.h"

// Weak, so that cgo can link this package by itself to look at it; the test binary has the library.
#pragma weak sqlite3_vfs_find
#pragma weak sqlite3_vfs_register

// The operations, by number.
enum {
  OP_OPEN,
  OP_WRITE,
  OP_TRUNCATE,
  OP_SYNC,
  OP_DELETE,
  OP_SHM_MAP,
  OP_READ,
  OP_SIZE,
  OP_LOCK,
  OP_SHM_LOCK,
  OP_ACCESS,
};

int faultfs_register(void);

#endif
