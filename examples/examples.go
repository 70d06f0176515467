// Package examples has memories that are programs in other languages, as arena init --strategy writes them.
package examples

import "embed"

// Files are a folder for each language.
//
//go:embed python/mine.py python/plan.yaml
//go:embed node/.npmrc node/package.json node/package-lock.json node/plan.yaml node/*.mjs node/better-sqlite3/*.js node/better-sqlite3/*.json
var Files embed.FS
