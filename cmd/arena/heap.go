package main

import "runtime/debug"

// headroom is memory that nobody uses or touches, so that it is none of the machine's. The collector counts it as live
// and lets so many bytes more come together before it goes through the heap again: that of a command is small, and it went
// through it 15 times before the first call and twice a second afterwards, for a tenth of the processor time of a run.
// A larger heap, which is collected when it has doubled, is hardly concerned.
var headroom = make([]byte, 16<<20)

// slim has the collector come earlier, for a command that stays: of 100,000 trials it holds 100 MB, and 190 MB while it works out
// how long facts live. Beyond the limit, as with many more trials, the collector takes at most half of the processor time.
func slim() {
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(240 << 20)
}
