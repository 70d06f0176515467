package pipeline

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

// count counts a message.
func (m *manager) count() { m.since++ }

// restart starts the count anew.
func (m *manager) restart() { m.since = 0 }

// cut returns how many of the window's oldest messages leave now, 0 if no cycle is due.
func (m *manager) cut(window int) int {
	due := m.since >= m.compressEvery
	if m.waiting {
		due = window > m.compressEvery+m.recentWindow
	}
	if !due || window <= m.recentWindow {
		return 0
	}
	return window - m.recentWindow
}
