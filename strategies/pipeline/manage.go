package pipeline

// Cadence says how often a pipeline has a cycle, and what stays out of it.
type Cadence struct {
	CompressEvery int `yaml:"compress_every" default:"8" min:"1" max:"1000" help:"messages since the last cycle that make the next one due"`
	RecentWindow  int `yaml:"recent_window" default:"4" min:"1" max:"1000" help:"newest messages that stay raw after a cycle"`
}

func (c Cadence) manager() manager {
	return manager{compressEvery: c.CompressEvery, recentWindow: c.RecentWindow}
}

// manager decides when a cycle is due. Two rules exist. With waiting false, a cycle is due once
// compressEvery messages have come since the last one; with waiting true, once more than
// compressEvery+recentWindow messages wait in the window. Either way all but the newest
// recentWindow messages leave.
type manager struct {
	compressEvery int
	recentWindow  int
	waiting       bool

	since int // messages since the last cycle
}

// due reports whether a cycle is, with so many messages in the window.
func (m *manager) due(window int) bool {
	if m.waiting {
		return window > m.compressEvery+m.recentWindow
	}
	return m.since >= m.compressEvery
}
