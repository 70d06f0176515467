//go:build slow

package datasets

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// likeLoCoMo is a file of the form and the size of LoCoMo's, made of a seed: ten conversations with 5,882 turns of some 20 words and
// 1,986 questions of its five categories in their shares. A third of the answers are words of their evidence.
func likeLoCoMo(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	vocabulary := make([]string, 2000)
	for i := range vocabulary {
		for range 2 + r.IntN(3) {
			vocabulary[i] += string("bdfglmnprstvz"[r.IntN(13)]) + string("aeiou"[r.IntN(5)])
		}
	}
	words := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = vocabulary[int(float64(len(vocabulary))*r.Float64()*r.Float64())]
		}
		return strings.Join(out, " ")
	}
	shares := []struct{ category, of int }{{1, 282}, {2, 321}, {3, 96}, {4, 841}, {5, 446}}
	var file []map[string]any
	const turns, sessions = 5882, 27
	at := 0
	for c := range 10 {
		talk := map[string]any{"speaker_a": fmt.Sprintf("Ana%c", 'a'+c), "speaker_b": fmt.Sprintf("Bo%c", 'a'+c)}
		var said []map[string]any
		start := time.Date(2023, 1, 5, 13, 56, 0, 0, time.UTC)
		n := turns * (c + 1) / 10
		own := n - at
		at = n
		for s := range sessions {
			day := start.AddDate(0, 0, 9*s)
			var in []map[string]any
			for k := range own*(s+1)/sessions - own*s/sessions {
				name := fmt.Sprintf("%s %d", strings.Title(words(1)), 1000+r.IntN(9000)) //nolint:staticcheck // ASCII
				m := map[string]any{
					"speaker": talk[[]string{"speaker_a", "speaker_b"}[(s+k)%2]], "dia_id": fmt.Sprintf("D%d:%d", s+1, k+1),
					"text": fmt.Sprintf("Hey, %s and %s yesterday. %s?", words(9), name, words(7)), "name": name, "day": day,
				}
				if r.IntN(5) == 0 {
					m["blip_caption"] = "a photo of " + words(5)
				}
				in = append(in, m)
			}
			said = append(said, in...)
			talk[fmt.Sprintf("session_%d_date_time", s+1)] = day.Format("3:04 pm on 2 January, 2006")
			talk[fmt.Sprintf("session_%d", s+1)] = in
		}
		var qa []map[string]any
		for _, share := range shares {
			for range share.of*(c+1)/10 - share.of*c/10 {
				m := said[r.IntN(len(said))]
				q := map[string]any{"category": share.category, "evidence": []any{m["dia_id"]}}
				asked := "What did " + m["speaker"].(string) + " say of " + words(4) + "?"
				switch share.category {
				case 1:
					o := said[r.IntN(len(said))]
					q["answer"], q["evidence"] = fmt.Sprintf("%s, %s", m["name"], o["name"]), []any{m["dia_id"], o["dia_id"]}
				case 2:
					asked = strings.Replace(asked, "What", "When", 1)
					q["answer"] = m["day"].(time.Time).AddDate(0, 0, -1).Format("2 January 2006")
				case 3:
					q["answer"] = "Likely yes, as " + words(6)
				case 4:
					q["answer"] = []any{m["name"], words(2), words(12)}[r.IntN(3)]
				case 5:
					q["adversarial_answer"] = m["name"]
				}
				q["question"] = asked
				qa = append(qa, q)
			}
		}
		file = append(file, map[string]any{"sample_id": fmt.Sprintf("conv-%d", c+1), "conversation": talk, "qa": qa})
	}
	out, err := json.Marshal(file)
	if err != nil {
		panic(err)
	}
	return out
}

// A file of LoCoMo's size is imported whole.
func TestSize(t *testing.T) {
	out, err := Import("locomo", "big.json", likeLoCoMo(1), nil)
	require.NoError(t, err)
	require.Empty(t, out.Left)
	require.Len(t, out.Scenarios, 10)
	probes := 0
	for _, s := range out.Scenarios {
		probes += len(s.Probes)
	}
	require.Equal(t, 1986, probes)
}
