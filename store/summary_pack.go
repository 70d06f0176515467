package store

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// The packed form of a summary's score: whether the task was passed, the count of findings, and each of them, its length
// first, without the texts of verdicts and losses.
//
//	finding     place, says, never, whole, exposed, lost at, superseded, verdicts, history, again, confidence
//	verdicts    count, then each: level, result, legacy
//	history     count, then runs: result, length; so again
//	confidence  0 for none, or 1 and the number in 8 bytes
//
// Words are coded by their place in a list.
var (
	codedPlaces   = []probes.Place{"", probes.PlaceKept, probes.PlaceStale, probes.PlaceNotWritten, probes.PlaceLostLater, probes.PlaceNotShown, probes.PlaceMisread, probes.PlaceVoid}
	codedLegacies = []probes.Legacy{probes.LegacyNone, probes.LegacyHit, probes.LegacyMiss}
	codedSays     = []string{"", "new", "old", "both"}
)

// packScore packs a score, and lists its probes for the roster.
func packScore(s probes.Score) (names string, packed []byte, err error) {
	out := packer{}
	out.flag(s.Passed)
	out.number(int64(len(s.Findings)))
	ids := make([]string, len(s.Findings))
	for i, f := range s.Findings {
		ids[i] = f.Probe
		p := packer{}
		p.finding(f)
		if p.err != nil {
			return "", nil, fmt.Errorf("probe %s: %w", f.Probe, p.err)
		}
		out.bytes(p.buf)
	}
	return strings.Join(ids, "\n"), out.buf, nil
}

func (p *packer) finding(f *probes.Finding) {
	code(p, codedPlaces, f.Place)
	code(p, codedSays, says(f))
	code(p, codedLegacies, f.Never)
	code(p, codedLegacies, f.Whole)
	for _, n := range []int{f.Exposed, f.LostAt, f.Superseded, len(f.Verdicts)} {
		p.number(int64(n))
	}
	for _, v := range f.Verdicts {
		code(p, arena.Levels, v.Level)
		code(p, lettered, v.Result)
		code(p, codedLegacies, v.Legacy)
	}
	p.results(f.History)
	p.results(f.Again)
	p.flag(f.Confidence != nil)
	if f.Confidence != nil {
		p.buf = binary.LittleEndian.AppendUint64(p.buf, math.Float64bits(*f.Confidence))
	}
}

func (p *packer) results(all []probes.Result) {
	p.number(int64(len(all)))
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && all[to] == all[from] {
			to++
		}
		code(p, lettered, all[from])
		p.number(int64(to - from))
		from = to
	}
}

func (p *packer) flag(on bool) {
	if on {
		p.number(1)
	} else {
		p.number(0)
	}
}

func (p *packer) bytes(b []byte) {
	p.number(int64(len(b)))
	p.buf = append(p.buf, b...)
}

// code packs the place of a word in its list.
func code[T comparable](p *packer, list []T, word T) {
	at := slices.Index(list, word)
	if at < 0 && p.err == nil {
		p.err = fmt.Errorf("no code for %q", fmt.Sprint(word))
	}
	p.number(int64(max(at, 0)))
}

// roster is a list of probes, and the findings on them that were read, each once.
type roster struct {
	names []string
	known []map[string]*probes.Finding
}

func newRoster(names string) *roster {
	r := &roster{}
	if names != "" {
		r.names = strings.Split(names, "\n")
	}
	r.known = make([]map[string]*probes.Finding, len(r.names))
	return r
}

// unpack is the score that packScore packed.
func (r *roster) unpack(packed []byte) (s probes.Score, err error) {
	u := unpacker{buf: packed}
	s.Passed = u.number() == 1
	n := u.count()
	if u.err == nil && n != len(r.names) {
		u.err = fmt.Errorf("%w: %d findings on %d probes", errPacked, n, len(r.names))
	}
	if u.err == nil && n > 0 {
		s.Findings = make([]*probes.Finding, n)
	}
	for i := range s.Findings {
		part := u.bytes()
		if u.err != nil {
			break
		}
		f := r.known[i][string(part)]
		if f == nil {
			if f, u.err = unpackFinding(r.names[i], part); u.err != nil {
				break
			}
			if r.known[i] == nil {
				r.known[i] = map[string]*probes.Finding{}
			}
			r.known[i][string(part)] = f
		}
		s.Findings[i] = f
	}
	return s, u.finish()
}

func unpackFinding(probe string, packed []byte) (*probes.Finding, error) {
	u := unpacker{buf: packed}
	f := &probes.Finding{Probe: probe, Place: coded(&u, codedPlaces)}
	says := coded(&u, codedSays)
	f.New, f.Old = says == "new" || says == "both", says == "old" || says == "both"
	f.Never, f.Whole = coded(&u, codedLegacies), coded(&u, codedLegacies)
	f.Exposed, f.LostAt, f.Superseded = int(u.number()), int(u.number()), int(u.number())
	for range u.count() {
		f.Verdicts = append(f.Verdicts, probes.Verdict{Level: coded(&u, arena.Levels), Result: coded(&u, lettered), Legacy: coded(&u, codedLegacies)})
	}
	f.History, f.Again = u.results(), u.results()
	if u.number() == 1 && u.err == nil {
		if len(u.buf) < 8 {
			return nil, fmt.Errorf("%w: a number of %d bytes", errPacked, len(u.buf))
		}
		f.Confidence = new(math.Float64frombits(binary.LittleEndian.Uint64(u.buf)))
		u.buf = u.buf[8:]
	}
	return f, u.finish()
}

// mostResults bounds a list of results, one for each cycle of a trial or sample of an answer.
const mostResults = 1 << 20

func (u *unpacker) results() []probes.Result {
	n := u.number()
	if u.err == nil && n > mostResults {
		u.err = fmt.Errorf("%w: %d results", errPacked, n)
	}
	if u.err != nil || n == 0 {
		return nil
	}
	out := make([]probes.Result, 0, n)
	for int64(len(out)) < n && u.err == nil {
		r, run := coded(u, lettered), u.number()
		if run == 0 || run > n-int64(len(out)) {
			u.err = fmt.Errorf("%w: a run of %d of %d results", errPacked, run, n)
			return nil
		}
		for range run {
			out = append(out, r)
		}
	}
	return out
}

// bytes are what packer.bytes packed, a part of the buffer.
func (u *unpacker) bytes() []byte {
	n := u.count()
	if u.err != nil {
		return nil
	}
	part := u.buf[:n]
	u.buf = u.buf[n:]
	return part
}

// coded is the word that code packed.
func coded[T any](u *unpacker, list []T) (word T) {
	at := u.number()
	if u.err == nil && at >= int64(len(list)) {
		u.err = fmt.Errorf("%w: word %d of %d", errPacked, at, len(list))
	}
	if u.err != nil {
		return word
	}
	return list[at]
}

// unpackUsed is what reader.packUsed packed.
func (s *summaries) unpackUsed(packed []byte) (out Used, err error) {
	u := unpacker{buf: packed}
	for _, n := range []*int{&out.Cycles, &out.CutCycles, &out.Tokens, &out.Asked, &out.Parsed, &out.Empty, &out.Dropped} {
		*n = int(u.number())
	}
	if n := u.count(); n > 0 {
		out.Marks = make([]probes.Mark, n)
	}
	for i := range out.Marks {
		out.Marks[i] = probes.Mark{After: arena.MessageIndex(u.number()), Tokens: int(u.number())}
	}
	out.TranscriptTokens = int(u.number())
	if calls, asked := u.number(), u.number(); calls > 0 {
		out.ContextTokens = float64(asked) / float64(calls)
	}
	for range u.count() {
		keys := make([]AnswerKey, u.count())
		for i := range keys {
			if u.buf = u.buf[copy(keys[i][:], u.buf):]; u.err != nil {
				break
			}
		}
		out.Answers = append(out.Answers, keys)
	}
	for range u.count() {
		id, by := u.number(), u.bytes()
		served := Served{By: s.texts.of(by), Calls: int(u.number()), Counted: int(u.number())}
		if u.err == nil {
			served.Model, u.err = s.r.model(id, s.models)
		}
		out.Served = append(out.Served, served)
	}
	if u.err != nil {
		return out, u.err
	}
	out.Charges, err = s.r.charges(u.buf, s.models)
	return out, err
}
