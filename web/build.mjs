// Builds the browser's program and its style into dist, which package web embeds.
import { build } from "esbuild";

await build({
  entryPoints: ["src/app.tsx", "src/app.css"],
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "ascii",
  legalComments: "none",
  logLevel: "warning",
});
