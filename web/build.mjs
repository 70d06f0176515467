// Builds the browser's program and its style into dist, which package web embeds.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { build } from "esbuild";

// notices are the licences of the packages that are in a bundle, since every page has it in it.
function notices(inputs) {
  const packages = new Set(Object.keys(inputs).map((f) => /^node_modules\/((@[^/]+\/)?[^/]+)\//.exec(f)?.[1]).filter(Boolean));
  let text = "Licences of the packages in this program, besides its own.\n";
  for (const name of [...packages].sort()) {
    const dir = `node_modules/${name}`;
    const files = readdirSync(dir, { recursive: true })
      .filter((f) => /^(licen[cs]e|copying|copyright|notice|licenses\/)/i.test(f) && statSync(`${dir}/${f}`).isFile())
      .sort();
    if (files.length === 0) throw new Error(`${name} has no licence`);
    text += `\n==== ${name} ${JSON.parse(readFileSync(`${dir}/package.json`)).version}\n`;
    for (const f of files) text += `\n${readFileSync(`${dir}/${f}`, "utf8").replaceAll("\r", "").trim()}\n`;
  }
  return text;
}

const options = {
  entryPoints: ["src/app.tsx", "src/app.css"],
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "ascii",
  legalComments: "none", // all of them are in the footer
  logLevel: "warning",
};
const { metafile } = await build({ ...options, write: false, metafile: true });
const text = notices(metafile.inputs).replaceAll("*/", "* /").replaceAll("</", "< /");
await build({ ...options, footer: { js: `/*!\n${text}*/` } });
