package sim

func (w *World) Best(q string) (int, float64) {
	a := w.newAsked(q)
	best, most := 0, -9.
	for i := range w.Facts {
		if s := w.match(a, i); s > most {
			best, most = i, s
		}
	}
	return best, most
}
