#ifndef PAGESUM_VFS_H
#define PAGESUM_VFS_H

#define PAGESUM_BYTES 8 /* at the end of each page */

/* pagesum_register makes the layer known to SQLite by a name that lives on. It returns SQLite's code. */
int pagesum_register(const char *name);

#endif
