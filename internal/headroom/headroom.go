// Package headroom is 16 MiB that nobody uses or touches, so that they are none of the machine's. The collector counts them as live and
// lets so many bytes more come together before it goes through the heap again: that of a command is small, and it went through it 15
// times before the first call and twice a second afterwards, for a tenth of the processor time of a run. A larger heap, which is collected
// when it has doubled, is hardly concerned.
//
// A program that imports it has them from the beginning: it imports nothing, so it is initialised before the packages whose expressions and
// tables would have the collector come several times while the program starts (a quarter of the processor time of one that prints its help).
package headroom

// Bytes are never read.
var Bytes = make([]byte, 16<<20)
