// Package evolution searches the space of memory pipelines for the best of each kind (MAP-Elites, package
// emas), says what it found and how sure that is, and how to use it.
//
//  1. Settings say how to search, SizeOf and Estimate what that takes (settings.go, genome.go,
//     descriptors.go).
//  2. Evolve plays random pipelines, cuts the axes by them (random.go, axes.go), then plays the search phase
//     by phase (search.go, measure.go, judge.go) and keeps an Archive: every evaluation with its trials, and
//     the elites with what fresh repeats that chose nothing and held-out scenarios make of them (archive.go).
//     All else is read from that.
//  3. A Run is an archive with what it was made with, and Load reads one (run.go).
//  4. Analyse makes the Report (report.go): grids (cells.go); Document says it all
//     (sections.go, finding.go, chart.go).
//  5. ExportPolicy makes the archive and a router anew without each scenario (routing.go, kinds.go), for the
//     strategy emas_routed (policy.go).
package evolution
