package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A text that can't be made to its end leaves the file as it was, and nothing beside it, however much was written before.
func TestAHalfWrittenFileNeverRemains(t *testing.T) {
	dir := t.TempDir()
	out, w := filepath.Join(dir, "report.csv"), &world{}
	large := bytes.Repeat([]byte("row\n"), held)
	whole := func(to io.Writer) error { _, err := to.Write(large); return err }
	unmade := errors.New("row 9 can't be made")
	half := func(to io.Writer) error { return errors.Join(whole(to), unmade) }

	require.Equal(t, errors.Join(unmade).Error(), w.write(out, "", half).Error())
	require.NoFileExists(t, out)
	require.NoError(t, w.write(out, "", whole))
	require.ErrorIs(t, w.write(out, "", half), unmade)
	ctx, cancel := context.WithCancel(t.Context())
	require.ErrorIs(t, w.write(out, "", func(to io.Writer) error {
		stopping := stopped{ctx, to}
		err := whole(stopping)
		cancel()
		return errors.Join(err, whole(stopping))
	}), context.Canceled)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, large, text)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 1)

	// What may be written though its folder may not is overwritten once the whole text is there.
	require.ErrorIs(t, spool(out, half), unmade)
	text, err = os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, large, text)
	require.NoError(t, spool(out, func(to io.Writer) error { _, err := io.WriteString(to, "short"); return err }))
	text, err = os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, "short", string(text))
}

// Of a short text that can't be made nothing reaches standard output.
func TestNothingOfAnUnmadeTextIsPrinted(t *testing.T) {
	var printed bytes.Buffer
	to := forming{form: func(to io.Writer) error {
		_, err := io.WriteString(to, "half of it")
		return errors.Join(err, io.ErrUnexpectedEOF)
	}}
	require.ErrorIs(t, to.write(&printed), io.ErrUnexpectedEOF)
	require.Empty(t, printed.String())
}
