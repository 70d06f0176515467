package stats

// MinBootstrap is the fewest units (scenarios) from which a bootstrap interval keeps what it
// promises; with fewer it is too narrow and PairedMean's t interval is the one to print.
const MinBootstrap = 20

// ClusterBootstrap is the mean over all values with the percentile interval of resampling whole clusters
// (scenarios), whatever their sizes. Fewer than MinClusters clusters with values give no interval, and neither
// do clusters that all agree. Up to 9 clusters it goes through every resample, otherwise it draws from seed; the
// order of the clusters then matters.
func ClusterBootstrap(clusters []Cluster, resamples int, seed uint64, alpha float64) Estimate {
	e := ClusterMean(clusters, alpha)
	if e.Interval == nil {
		return e
	}
	var used []Cluster
	for _, c := range clusters {
		if c.N > 0 {
			used = append(used, c)
		}
	}
	var means replicates
	eachResample(len(used), resamples, seed, func(counts []int, share float64) {
		var sum, n float64
		for i, k := range counts {
			sum, n = sum+float64(k)*used[i].Sum, n+float64(k)*used[i].N
		}
		means = append(means, replicate{sum / n, share})
	})
	means.sort()
	e.SE, e.DF = means.se(), 0
	e.Interval = &Interval{means.quantile(alpha / 2), means.quantile(1 - alpha/2)}
	return e
}
