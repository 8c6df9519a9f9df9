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

/** The style sheet's variables of the look, where a style sheet imports its table. */
const look = {
  name: "look",
  setup(build) {
    build.onResolve({ filter: /look\.json$/ }, ({ path, kind, resolveDir }) =>
      kind === "import-rule" ? { path: join(resolveDir, path), namespace: "look" } : undefined);
    build.onLoad({ filter: /.*/, namespace: "look" }, async ({ path }) => {
      const { colors, faces } = JSON.parse(await readFile(path, "utf8"));
      const lines = [
        ...Object.entries(colors).map(([token, { light, dark }]) =>
          `--${token}: light-dark(${light}, ${dark});`),
        ...Object.entries(faces).map(([name, fonts]) => `--${name}: ${fonts.join(", ")};`),
      ];
      return { contents: `:root { ${lines.join(" ")} }`, loader: "css", watchFiles: [path] };
    });
  },
};

/** What each build wrote last, so that only files of no build are swept. */
const written = new Map();

/** Plain name -> hashed name, e.g. {"page.js": "page-5KXW2Q7A.js"}, for the templates. */
function manifestOf(outputs) {
  const files = outputs.map((path) => basename(path));
  const entries = files.filter((file) => /^(page|early|mark)-.*\.(js|css|svg)$/.test(file));
  return Object.fromEntries(entries.map((file) => [file.replace(/-[A-Z0-9]+(?=\.)/, ""), file]));
}

/** Removes what earlier builds left; a build that fails leaves the one before it in place. */
async function sweep(outputs) {
  const fresh = new Set(outputs.map((path) => resolve(HERE, path)));
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
      written.set(build.initialOptions, Object.keys(metafile.outputs));
      if (written.size < builds.length) return;
      const outputs = [...written.values()].flat();
      await sweep(outputs);
      const manifest = manifestOf(outputs);
      await writeFile(join(BUILD, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    });
  },
};

const common = {
  absWorkingDir: HERE,
  bundle: true,
  minify: true,
  target: "es2022",
  outdir: BUILD,
  // The build for bundlers: without what old browsers need, a third smaller.
  alias: { "vis-network": "vis-network/esnext" },
  metafile: true,
  logLevel: "warning",
  plugins: [onlyWoff2, look, finish],
};

/** The page as it is served. */
const page = {
  ...common,
  entryPoints: [
    { in: "src/main.ts", out: "page" },
    { in: "src/app/theme-boot.ts", out: "early" },
    { in: "css/page.css", out: "page" },
    { in: "icons/mark.svg", out: "mark" },
  ],
  splitting: true,
  format: "esm",
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  assetNames: "fonts/[name]-[hash]",
  loader: { ".woff2": "file", ".svg": "copy" },
  legalComments: "linked",
};

/** The same page in one piece, for exports that open from disk (server/export/html_file.py). */
const file = {
  ...common,
  entryPoints: [{ in: "src/main.ts", out: "file" }, { in: "css/page.css", out: "file" }],
  format: "iife",
  loader: { ".woff2": "dataurl" },
  legalComments: "eof",
};

/**
 * Pictures and sentences without a page, for the server and the command line
 * (server/export/page_renderer.py).
 */
const press = {
  ...common,
  entryPoints: [{ in: "src/drawing/server-entry.ts", out: "press" }],
  format: "iife",
  globalName: "press",
  legalComments: "none",
};

const builds = [page, file, press];

for (const options of builds) {
  if (process.argv.includes("--watch")) {
    await (await esbuild.context({ ...options, minify: false, sourcemap: "inline" })).watch();
  } else {
    await esbuild.build(options);
  }
}
