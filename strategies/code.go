package strategies

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// sources are the packages below this one as they were built. A new strategy is among them by itself.
//
//go:embed */*
var sources embed.FS

// CodeHash names the code of a strategy: of its package and its layers', and of those below this folder that
// they import, with their templates. Comments, layout and tests don't count. It says what a version should
// have said: the same version with another hash is a strategy that was edited and not renamed. What is
// outside of this folder (how a trial is played, how a model is asked) is not in it, nor is a strategy that a
// policy chooses at run time.
func CodeHash(s arena.Strategy) string {
	folders := reached(packagesOf(s)...)
	slices.Sort(folders)
	h := sha256.New()
	for _, f := range folders {
		fmt.Fprintf(h, "%s %s\n", f, codeOf(f).hash)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// packagesOf are the folders of the types that a strategy is made of.
func packagesOf(s arena.Strategy) []string {
	here := reflect.TypeFor[Entry]().PkgPath() + "/"
	var out []string
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if f, ok := strings.CutPrefix(t.PkgPath(), here); ok && !slices.Contains(out, f) {
			out = append(out, f)
		}
		if t.Kind() == reflect.Struct {
			for i := range t.NumField() {
				walk(t.Field(i).Type)
			}
		}
	}
	s = unprompted(s)
	walk(reflect.TypeOf(s))
	if p, ok := s.(*Pipeline); ok {
		layers, _ := p.parsed() // one that doesn't parse plays no trial
		for _, l := range layers {
			walk(reflect.TypeOf(l))
		}
	}
	return out
}

// code is what a folder has: a hash of it, and the folders it imports.
type code struct {
	hash    string
	imports []string
}

// codes are the folders that were read.
var codes words.Memo[string, code]

// codeOf reads a folder, once.
func codeOf(folder string) code {
	return codes.Of(folder, func() code {
		c, err := read(folder)
		if err != nil {
			panic(fmt.Sprintf("strategies: the embedded code of %s: %v", folder, err)) // it is part of the program
		}
		return c
	})
}

// reached are folders and all that they import, directly or through others.
func reached(folders ...string) []string {
	for i := 0; i < len(folders); i++ {
		for _, f := range codeOf(folders[i]).imports {
			if !slices.Contains(folders, f) {
				folders = append(folders, f)
			}
		}
	}
	return folders
}

// read hashes the files of a folder, tests and their data left out.
func read(folder string) (c code, err error) {
	h := sha256.New()
	here := reflect.TypeFor[Entry]().PkgPath() + "/"
	err = fs.WalkDir(sources, folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := sources.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".go" {
			file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range file.Imports {
				if f, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), here); ok {
					c.imports = append(c.imports, f)
				}
			}
			text = meant(text)
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
		return nil
	})
	c.hash = hex.EncodeToString(h.Sum(nil))
	return c, err
}

// meant are the words of a Go file without comments and layout.
func meant(file []byte) []byte {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(file)), file, nil, 0)
	var out []byte
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return out
		case tok == token.SEMICOLON: // whether it was written or not
			lit = ""
		}
		out = append(out, tok.String()+" "+lit+"\n"...)
	}
}
