// Bundles the page: static/src and static/css into static/build, with a manifest of hashed names.

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const BUILD = join(HERE, "build");

/** KaTeX lists each font three times; every browser that runs this page reads woff2. */
const onlyWoff2 = {
  name: "only-woff2",
  setup(build) {
    build.onLoad({ filter: /katex[^/\\]*\.css$/ }, async ({ path }) => {
      const css = await readFile(path, "utf8");
      const others = /,url\([^)]*\.(?:woff|ttf)\) format\([^)]*\)/g;
      return { contents: css.replaceAll(others, ""), loader: "css" };
    });
  },
};

/** Plain name -> hashed name, e.g. {"page.js": "page-5KXW2Q7A.js"}, for the templates. */
function manifestOf(metafile) {
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  const entries = files.filter((file) => /^(page|early|mark)-.*\.(js|css|svg)$/.test(file));
  return Object.fromEntries(entries.map((file) => [file.replace(/-[A-Z0-9]+(?=\.)/, ""), file]));
}

/** Removes what earlier builds left; a build that fails leaves the one before it in place. */
async function sweep(metafile) {
  const fresh = new Set(Object.keys(metafile.outputs).map((path) => resolve(HERE, path)));
  for (const entry of await readdir(BUILD, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !fresh.has(path)) await rm(path);
  }
}

const finish = {
  name: "finish",
  setup(build) {
    build.onEnd(async ({ metafile, errors }) => {
      if (errors.length > 0) return;
      await sweep(metafile);
      const manifest = manifestOf(metafile);
      await writeFile(join(BUILD, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    });
  },
};

const options = {
  absWorkingDir: HERE,
  entryPoints: [
    { in: "src/main.ts", out: "page" },
    { in: "src/early.ts", out: "early" },
    { in: "css/page.css", out: "page" },
    { in: "icons/mark.svg", out: "mark" },
  ],
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  outdir: BUILD,
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  assetNames: "fonts/[name]-[hash]",
  loader: { ".woff2": "file", ".svg": "copy" },
  legalComments: "linked",
  metafile: true,
  logLevel: "warning",
  plugins: [onlyWoff2, finish],
};

if (process.argv.includes("--watch")) {
  await (await esbuild.context({ ...options, minify: false, sourcemap: true })).watch();
} else {
  await esbuild.build(options);
}
