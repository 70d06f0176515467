// Package pagesum gives every page of a SQLite file a checksum: 8 bytes that SQLite keeps free at its end, set when the
// page is written to the file and compared when it is read from there. So it covers whatever is in the file, rows and
// indexes alike, and a page that changed by itself is an error (SQLITE_CORRUPT) of the statement that came upon it.
//
// It is a layer over SQLite's own file system, in C, and chosen by the file's name: "file:F?vfs=" + VFS(). Whether a file
// has checksums stands in its header (byte 20 is 8), or is said by "&sums=on" for a file that is being made. Programs
// without the layer can read such a file, but what they write has no valid checksum.
//
// The checksum is 64 bits, mixed with the page's place. It finds accidents, not forgers. It isn't compared in the
// write-ahead log, which has checksums of SQLite's.
package pagesum

/*
#include "vfs.h"
*/
import "C"

import (
	"fmt"
	"sync"

	// SQLite itself, whose functions the layer calls.
	_ "github.com/mattn/go-sqlite3"
)

// Bytes is how many bytes of each page SQLite has to keep free.
const Bytes = C.PAGESUM_BYTES

// VFS is the name by which SQLite knows the layer.
func VFS() string { return register() }

var register = sync.OnceValue(func() string {
	const name = "arena-sums"
	if code := C.pagesum_register(C.CString(name)); code != 0 {
		panic(fmt.Sprintf("pagesum: SQLite refused the layer: code %d", code))
	}
	return name
})
