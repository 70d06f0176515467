package reply

import (
	"encoding/csv"
	"strings"
)

// leastRecords is how many lines a text has at least that is read as values that commas separate.
const leastRecords = 4

// separated is a text of values that commas separate, as many on each line and no space behind them, as a table whose header is the first line; any
// other as it is.
func separated(text string) string {
	r := csv.NewReader(strings.NewReader(text))
	records, err := r.ReadAll() // of as many fields each
	if err != nil || len(records) < leastRecords || len(records[0]) < 2 {
		return text
	}
	var out strings.Builder
	for i, record := range records {
		for k, field := range record {
			if k > 0 && strings.HasPrefix(field, " ") {
				return text
			}
			record[k] = strings.NewReplacer("|", "/", "\n", " ").Replace(field)
		}
		out.WriteString("| " + strings.Join(record, " | ") + " |\n")
		if i == 0 {
			out.WriteString(strings.Repeat("|---", len(record)) + "|\n")
		}
	}
	return out.String()
}
