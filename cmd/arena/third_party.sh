#!/bin/sh
# Prints the licence of every module that the program is built with (make notices).
set -eu
echo "Licences of the modules that arena is built with, besides its own."
go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}|{{.Dir}}{{end}}{{end}}' ./cmd/arena | sort -u | sed '/^$/d' | while IFS='|' read -r module dir; do
  printf '\n==== %s\n' "$module"
  for f in $(cd "$dir" && ls | grep -iE '^(un)?(licen[cs]e|copying|notice)' | grep -v '^licenses$'); do
    printf '\n%s:\n' "$f"
    tr -d '\r' < "$dir/$f"
  done
done
