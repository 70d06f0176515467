// Package stats turns what was counted into estimates with their uncertainty. It is pure: the
// same numbers and the same seed give the same answer, to the last bit.
//
//  1. A single trial's counts get a Wilson interval (Wilson). Two strategies' verdicts on one
//     trial's probes get McNemar's test (McNemar), which takes the probes for independent, so it
//     is for one trial per probe and for nothing pooled.
//  2. Repeats of a probe are averaged by the caller first. Then one of two questions is asked,
//     and a figure says which.
//  3. Scenarios sampled: would it hold on other scenarios? The scenario is the unit, since its
//     probes share a conversation, a memory and its accidents. ClusterMean and PairedMean give
//     t intervals with a small-sample correction, FlipSigns the exact test, BCa the bootstrap
//     where there are enough scenarios for one.
//  4. Scenarios fixed: did it change on these scenarios? Only repeats vary. FixedMean and
//     FixedDifference give the interval, NonInferior the verdict of a gate.
//  5. Several comparisons share their alpha: Holm inside a named family, Best for a whole
//     leaderboard at once.
//  6. Before a run MDE says what it could find. Rescale puts a strategy between remembering nothing and everything.
//  7. How long a fact survives is its own problem: it may not have been lost yet when the
//     conversation ended (KaplanMeier, Band).
//  8. What can't be estimated says so: an Estimate without an interval carries the reason.
package stats
