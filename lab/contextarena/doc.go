// Package contextarena reads the result files of the original Context Arena benchmark and judges
// what they hold again. It is pure: bytes in, values out.
//
//  1. Parse recognises a file by its shape and reads what figures are made of. Counts of
//     that are made again, so that a file which was cut or edited by hand is found; summaries
//     and whatever else the files have besides aren't read.
//  2. A Run is one strategy on one scenario, whatever the file: its texts (a final answer, or
//     the memory after each cycle) and the verdicts the original stored.
//  3. Judge applies the original's rule and today's matchers to the texts, and finds out when
//     each fact was first shown to the memory.
//
// The original used one word, retention, for several measures; each file's is named by its
// code (see Measure).
package contextarena
