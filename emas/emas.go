// Package emas searches a space of memory architectures for the best of each kind (MAP-Elites,
// Mouret & Clune 2015, "Illuminating search spaces by mapping elites"), and routes conversations to
// what it found. It is pure: it never evaluates anything itself, and the same seed and the same
// told evaluations give the same archive, to the last bit.
//
//  1. A space.Space is the architectures there are, NewPipelineSpace the builtin one. A Genome is the
//     number of one of them.
//  2. The caller plays a genome and a Scorer makes an Evaluation of its trials: enough tasks passed,
//     weighted retention, less a penalty for cost. Descriptors say which kind of genome it is.
//  3. An Archive keeps the fittest genome of each cell of a grid over the descriptors.
//  4. A Search proposes genomes (Ask) by its emitters and learns how they did (Tell); the caller
//     owns the loop between the two, as in pyribs (Tjanaka et al. 2023).
//  5. One measurement flatters whoever was lucky. A Search measures its elites again, a challenger
//     can be made to win by more than noise, and Corrected rebuilds an archive from measurements
//     that chose nothing.
//  6. Labels send a conversation to a cell by what kind it is said to be.
package emas
