package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// writeCSV writes the records. Texts that a spreadsheet would take for a formula get an apostrophe.
func writeCSV(d Document, w io.Writer, _ string) error {
	out := csv.NewWriter(w)
	if err := out.Write(d.Records.Head); err != nil {
		return err
	}
	var cells []string
	if d.Records.Rows != nil {
		for row := range d.Records.Rows {
			cells = cells[:0]
			for _, v := range row {
				cells = append(cells, field(v))
			}
			if err := out.Write(cells); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// field is a value exactly; a nil pointer is empty.
func field(v any) string {
	r := reflect.ValueOf(v)
	for r.Kind() == reflect.Pointer {
		if r.IsNil() {
			return ""
		}
		r = r.Elem()
	}
	switch r.Kind() {
	case reflect.String:
		return guarded(r.String())
	case reflect.Float64:
		return strconv.FormatFloat(r.Float(), 'g', -1, 64)
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(r.Int(), 10)
	case reflect.Bool:
		return strconv.FormatBool(r.Bool())
	case reflect.Invalid:
		return ""
	}
	return guarded(fmt.Sprint(r.Interface()))
}

// guarded is a text that no spreadsheet takes for a formula, without what steers a terminal. Numbers are
// left alone.
func guarded(s string) string { return noFormula(lines(s)) }

func noFormula(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err != nil && s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
