// The layer check finds every kind of violation; each is planted in a separate small repository.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cruiseFolder } from "./check-layers.ts";
import { problemsOfTable, readLayerTable, type LayerTable } from "./layer-table.ts";
import { listWorkspaces } from "./workspaces.ts";

const table: LayerTable = {
  layers: ["ground", "engine", "apps"],
  members: {
    "packages/core": { layer: "ground", portable: true, mayImport: [] },
    "packages/lisp": { layer: "engine", portable: true, mayImport: ["packages/core"] },
    "packages/tracer": { layer: "engine", portable: true, mayImport: ["packages/core"] },
    "packages/providers/*": { layer: "engine", portable: false, mayImport: ["packages/core"] },
    // Its own entry has priority over the pattern.
    "packages/providers/bridge": {
      layer: "apps",
      portable: false,
      mayImport: ["packages/core", "packages/lisp"],
    },
    "apps/*": { layer: "apps", portable: false, mayImport: ["packages/core", "packages/lisp"] },
  },
  outside: ["examples/*", "tools/*"],
};
const folders = [
  "packages/core",
  "packages/lisp",
  "packages/tracer",
  "packages/providers/one",
  "packages/providers/two",
  "packages/providers/bridge",
  "apps/cli",
  "tools/build",
];

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ptc-layers-"));
  mkdirSync(join(root, "node_modules/@ptc"), { recursive: true });
  for (const folder of folders) {
    const name = folder.split("/").at(-1) ?? "";
    write(
      `${folder}/package.json`,
      JSON.stringify({
        name: `@ptc/${name}`,
        type: "module",
        exports: { ".": { "@ptc/source": "./src/index.ts", default: "./dist/index.js" } },
      }),
    );
    write(
      `${folder}/src/index.ts`,
      "export interface Thing { readonly name: string }\nexport const thing = 1;\n",
    );
    symlinkSync(join(root, folder), join(root, "node_modules/@ptc", name));
  }
  write(
    "packages/lisp/src/use.ts",
    'import { thing } from "@ptc/core";\nexport const other = thing;\n',
  );
  write("packages/providers/bridge/src/use.ts", 'export { thing } from "@ptc/lisp";\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

async function problems(): Promise<string[]> {
  return (await cruiseFolder(root, table)).problems;
}

describe("the import graph", () => {
  test("accepts an arrow that the table allows", async () => {
    expect(await problems()).toEqual([]);
  });

  test.each([
    [
      "a type import that points up",
      "packages/core/src/up.ts",
      'import type { Thing } from "@ptc/lisp";\nexport type Up = Thing;\n',
      "layer: packages/core: packages/core/src/up.ts -> packages/lisp/src/index.ts",
    ],
    [
      "an import of a sibling",
      "packages/tracer/src/side.ts",
      'export { thing } from "@ptc/lisp";\n',
      "layer: packages/tracer: packages/tracer/src/side.ts -> packages/lisp/src/index.ts",
    ],
    [
      "an import between providers",
      "packages/providers/one/src/side.ts",
      'export { thing } from "@ptc/two";\n',
      "layer: packages/providers/*: packages/providers/one/src/side.ts -> packages/providers/two/src/index.ts",
    ],
    [
      "a test that imports a package above its own",
      "packages/core/src/up.test.ts",
      'import "@ptc/lisp";\n',
      "layer (development): packages/core: packages/core/src/up.test.ts -> packages/lisp/src/index.ts",
    ],
    [
      "a tool in what ships",
      "packages/lisp/src/tool.ts",
      'import "@ptc/build";\n',
      "layer: packages/lisp: packages/lisp/src/tool.ts -> tools/build/src/index.ts",
    ],
    [
      "an import of an app",
      "tools/build/src/app.ts",
      'import "@ptc/cli";\n',
      "nothing-imports-an-app: tools/build/src/app.ts -> apps/cli/src/index.ts",
    ],
    [
      "another package's file by its path",
      "packages/lisp/src/path.ts",
      'export { thing } from "../../core/src/index.ts";\n',
      "other-workspaces-by-name: packages/lisp/src/path.ts -> packages/core/src/index.ts",
    ],
    [
      "a Node built-in in a portable package",
      "packages/core/src/file.ts",
      'export { readFileSync } from "node:fs";\n',
      "portable: packages/core: packages/core/src/file.ts -> fs",
    ],
    [
      "an import that leads nowhere",
      "packages/core/src/lost.ts",
      'import "./nowhere.ts";\n',
      "every-import-resolves: packages/core/src/lost.ts -> ./nowhere.ts",
    ],
  ])("%s is a problem", async (_what, file, text, expected) => {
    write(file, text);
    expect(await problems()).toContain(expected);
  });

  test("a cycle of types alone is a problem", async () => {
    write(
      "packages/core/src/a.ts",
      'import { type B } from "./b.ts";\nexport interface A { readonly b: B }\n',
    );
    write(
      "packages/core/src/b.ts",
      'import type { A } from "./a.ts";\nexport interface B { readonly a: A }\n',
    );
    expect((await problems()).filter((problem) => problem.startsWith("no-cycle"))).not.toEqual([]);
  });

  test("accepts a Node built-in behind the node subpath and in tests", async () => {
    write("packages/tracer/src/node/file.ts", 'export { readFileSync } from "node:fs";\n');
    write("packages/tracer/src/a.test.ts", 'import "node:fs";\nimport "@ptc/build";\n');
    expect(await problems()).toEqual([]);
  });
});

describe("the layer table", () => {
  const workspace = (folder: string, dependencies: Record<string, string> = {}) => ({
    folder,
    manifest: { name: `@ptc/${folder.split("/").at(-1) ?? ""}`, version: "0.0.0", dependencies },
  });

  test("the layer table of this repository has no problem", () => {
    expect(problemsOfTable(readLayerTable(), listWorkspaces())).toEqual([]);
  });

  test("reports missing workspaces and dependencies that the layer table doesn't allow", () => {
    const workspaces = [
      workspace("packages/core", { "@ptc/lisp": "workspace:^" }),
      workspace("packages/lisp"),
      workspace("packages/new"),
      workspace("examples/story"),
    ];
    expect(problemsOfTable(table, workspaces)).toEqual([
      "packages/core/package.json: depends on @ptc/lisp, which its layer may not import",
      "tools/layers.json: packages/new has no layer",
    ]);
  });

  test("the layer table allows only arrows that point down", () => {
    const members = {
      ...table.members,
      "packages/core": { layer: "ground", portable: true, mayImport: ["packages/lisp"] },
    };
    expect(problemsOfTable({ ...table, members }, [])).toEqual([
      "tools/layers.json: the arrow packages/core -> packages/lisp does not point down",
    ]);
  });

  test("the layer table allows only test arrows that point down", () => {
    const members = {
      ...table.members,
      "packages/lisp": {
        layer: "engine",
        portable: true,
        mayImport: ["packages/core"],
        testsMayImport: ["packages/tracer"],
      },
    };
    expect(problemsOfTable({ ...table, members }, [])).toEqual([
      "tools/layers.json: the arrow packages/lisp -> packages/tracer does not point down",
    ]);
  });
});
