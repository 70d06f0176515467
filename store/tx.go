package store

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"strings"
	"unsafe"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// digest names a text or context by its content.
type digest [16]byte

func digestOf(b []byte) digest {
	sum := sha256.Sum256(b)
	return digest(sum[:16])
}

// rememberedTexts bounds how many text ids the writer remembers between transactions.
const rememberedTexts = 1 << 16

// tx is the writer's transaction. After a statement fails the others of the same write do
// nothing and return zeros, and apply returns the error: a write is code without error checks.
type tx struct {
	conn   *sql.Conn
	err    error
	texts  map[digest]int64
	models map[llm.Model]int64

	recent map[string]int64         // texts of the write at hand, found without hashing
	shared map[*arena.Context]int64 // contexts of the write at hand
}

func newTx(conn *sql.Conn) *tx {
	return &tx{
		conn: conn, texts: map[digest]int64{}, models: map[llm.Model]int64{},
		recent: map[string]int64{}, shared: map[*arena.Context]int64{},
	}
}

func (t *tx) begin() error  { return t.control(`BEGIN IMMEDIATE`) }
func (t *tx) commit() error { return t.control(`COMMIT`) }

// control begins or ends the transaction.
func (t *tx) control(statement string) error {
	_, err := t.conn.ExecContext(background, statement)
	return err
}

// rollback undoes the transaction, and forgets the ids of rows that no longer exist. SQLite
// may have rolled back by itself, so an error means nothing.
func (t *tx) rollback() {
	_ = t.control(`ROLLBACK`)
	clear(t.texts)
	clear(t.models)
}

// apply runs one write inside the transaction.
func (t *tx) apply(w write) error {
	t.err = nil
	clear(t.recent)
	clear(t.shared)
	err := w.apply(t)
	if t.err != nil {
		return t.err
	}
	return err
}

// exec runs a statement and returns the id of the row it inserted, 0 if it changed none.
func (t *tx) exec(query string, args ...any) (id int64) {
	if t.err != nil {
		return 0
	}
	res, err := t.conn.ExecContext(background, query, args...)
	if err != nil {
		t.err = err
		return 0
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		t.err = err
		return 0
	}
	id, t.err = res.LastInsertId()
	return id
}

// insert adds rows, given value by value, to a table with these columns: many rows a statement, whose cost is that of a few rows.
func (t *tx) insert(into string, values []any) {
	columns := 1 + strings.Count(into, ",")
	for rows := 16; len(values) > 0; {
		for rows*columns > len(values) {
			rows /= 4
		}
		row := ", (?" + strings.Repeat(", ?", columns-1) + ")"
		t.exec(`INSERT INTO `+into+` VALUES `+strings.Repeat(row, rows)[2:], values[:rows*columns]...)
		values = values[rows*columns:]
	}
}

// find runs a query for one row of one column. It returns 0 if there is none.
func (t *tx) find(query string, args ...any) (id int64) {
	t.row(query, args, &id)
	return id
}

// row scans the only row of a query, if there is one.
func (t *tx) row(query string, args []any, dest ...any) {
	if t.err != nil {
		return
	}
	if err := t.conn.QueryRowContext(background, query, args...).Scan(dest...); err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.err = err
	}
}

// named returns the id of the row of a table with this hash, which insert adds if there is none. The last of the values is
// its body, which one that was pruned gets back.
func (t *tx) named(table string, hash digest, insert string, values ...any) (id int64) {
	if id = t.exec(insert, append([]any{hash[:]}, values...)...); id != 0 {
		return id
	}
	var pruned bool
	t.row(`SELECT id, pruned IS NOT NULL FROM `+table+` WHERE hash = ?`, []any{hash[:]}, &id, &pruned)
	if pruned {
		t.exec(`UPDATE `+table+` SET body = ?, pruned = NULL WHERE id = ?`, values[len(values)-1], id)
	}
	return id
}

// text returns the id of s among the texts.
func (t *tx) text(s string) int64 {
	if id, ok := t.recent[s]; ok {
		return id
	}
	sum := digestOf(unsafe.Slice(unsafe.StringData(s), len(s)))
	id, ok := t.texts[sum]
	if !ok {
		id = t.named("texts", sum, `INSERT INTO texts (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING`, s)
		if t.err != nil {
			return 0
		}
		if len(t.texts) >= rememberedTexts {
			clear(t.texts)
		}
		t.texts[sum] = id
	}
	t.recent[s] = id
	return id
}

// model returns the id of m among the models.
func (t *tx) model(m llm.Model) int64 {
	if id, ok := t.models[m]; ok {
		return id
	}
	id := t.exec(`INSERT INTO models (provider, name, base_url, options) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		m.Provider, m.Name, m.BaseURL, m.Options)
	if id == 0 {
		id = t.find(`SELECT id FROM models WHERE provider = ? AND name = ? AND base_url = ? AND options = ?`,
			m.Provider, m.Name, m.BaseURL, m.Options)
	}
	if t.err == nil {
		t.models[m] = id
	}
	return id
}

// context returns the id of c among the contexts, nil for nil. Equal contexts have one id.
func (t *tx) context(c *arena.Context) any {
	if c == nil {
		return nil
	}
	if id, ok := t.shared[c]; ok {
		return id
	}
	p := packer{text: t.text}
	p.number(t.text(c.System))
	head := len(p.buf)
	p.messages(c.Messages)
	p.indices(c.Shown)
	p.indices(c.Fetched)
	id := t.named("contexts", digestOf(p.buf), `INSERT INTO contexts (hash, system, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
		t.text(c.System), p.buf[head:])
	t.shared[c] = id
	return id
}
