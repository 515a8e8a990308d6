// Published code imports each file of another package by one name, because a host resolves every
// name separately.
import { build } from "esbuild";
import { expect, test } from "vitest";
import { importsFilesByOneName, sharedSubpath } from "../../../tsup.files.ts";

const exports = {
  "./values": { default: "./dist/core.js" },
  "./printing": { default: "./dist/core.js" },
  "./decoding": { default: "./dist/decoding.js" },
  "./package.json": "./package.json",
};

test("names a file by its first subpath, and an unknown subpath as written", () => {
  expect(sharedSubpath({ exports }, "./printing")).toBe("./values");
  expect(sharedSubpath({ exports }, "./values")).toBe("./values");
  expect(sharedSubpath({ exports }, "./decoding")).toBe("./decoding");
  expect(sharedSubpath({ exports }, "./package.json")).toBe("./package.json");
  expect(sharedSubpath({ exports }, "./other")).toBe("./other");
  expect(sharedSubpath({}, "./values")).toBe("./values");
});

test("imports a file once per module, whichever of its subpaths the sources name", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { printValue } from "@ptc/core/printing";
        import { presentFields } from "@ptc/core/internal/host";
        import { decodeValue } from "@ptc/core/decoding";
        export const used = [printValue, presentFields, decodeValue, () => import("@ptc/parser")];
      `,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: "esm",
    write: false,
    plugins: [importsFilesByOneName([], "packages/lisp/node_modules")],
  });
  const text = outputFiles[0]?.text ?? "";
  expect([...new Set(text.match(/@ptc\/[\w/-]+/g))].sort()).toEqual([
    "@ptc/core/decoding",
    "@ptc/core/values",
    "@ptc/parser",
  ]);
});
