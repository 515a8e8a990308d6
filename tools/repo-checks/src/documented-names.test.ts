// Users find every public value in a README, a guide or a reference page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isDocumented, pageOf, readPages, valuesIn } from "./documented-names.ts";
import { listPublished, repositoryRoot } from "./workspaces.ts";

/** Values that wait for their documents. Remove a name when a page shows it. */
const undocumented: readonly string[] = [
  "@ptc/core/values FunctionValue",
  "@ptc/core/values HostFile",
  "@ptc/core/values HostKeyError",
  "@ptc/core/values LazySequence",
  "@ptc/core/values OpaqueValue",
  "@ptc/core/values RegexValue",
  "@ptc/core/values SetValue",
  "@ptc/core/values SymbolValue",
  "@ptc/core/values WorkLimitError",
  "@ptc/core/values dissocField",
  "@ptc/core/values typeName",
  "@ptc/core/values workBudget",
  "@ptc/core/errors ToolFailure",
  "@ptc/core/contracts failReasons",
  "@ptc/core/encoding EncodingError",
  "@ptc/core/decoding DecodingError",
  "@ptc/lisp hopelessBeginning",
  "@ptc/lisp languageNames",
  "@ptc/lisp/node/fast hopelessBeginning",
  "@ptc/lisp/node/fast languageNames",
  "@ptc/llm ModelLookup",
  "@ptc/llm addUsage",
  "@ptc/llm base64Of",
  "@ptc/llm checkedConnection",
  "@ptc/llm collectStream",
  "@ptc/llm isLanguageModel",
  "@ptc/llm modelErrorKinds",
  "@ptc/llm presentFields",
  "@ptc/llm raceSignal",
  "@ptc/llm redactSecrets",
  "@ptc/llm requestHeaders",
  "@ptc/llm responseMetadata",
  "@ptc/llm streamResponse",
  "@ptc/llm withoutSecrets",
  "@ptc/signature/zod signatureToZod",
  "@ptc/subagent CompiledAgent",
  "@ptc/subagent/description readableProgram",
  "@ptc/subagent/description valueLines",
  "@ptc/subagent/recordings RecordingError",
  "@ptc/subagent/recordings RunRecording",
  "@ptc/subagent/recordings turnsOf",
  "@ptc/subagent/node JournalFileError",
];

test("documents every public value", () => {
  const pages = readPages();
  const missing = listPublished()
    .flatMap(({ folder }) =>
      valuesIn(readFileSync(join(repositoryRoot, folder, "public-names.txt"), "utf8")),
    )
    .filter((value) => !isDocumented(value, pages))
    .map(({ specifier, name }) => `${specifier} ${name}`);
  expect(missing, "show each value in a document, or export it from an internal entry").toEqual(
    undocumented,
  );
});

test("reads the values that versioning covers", () => {
  const text =
    "@ptc/a\n  type T\n  value x\n\n@ptc/a/internal/b\n  value y\n\n@ptc/a/c\n  value z\n";
  expect(valuesIn(text)).toEqual([
    { specifier: "@ptc/a", name: "x" },
    { specifier: "@ptc/a/c", name: "z" },
  ]);
});

test("finds a value in code of a page that names its package", () => {
  const page = pageOf('Use `run(x)` of `@ptc/a`.\n\n```ts\nimport { y } from "@ptc/b";\n```\nz\n');
  const has = (specifier: string, name: string): boolean =>
    isDocumented({ specifier, name }, [page]);
  expect(has("@ptc/a/node", "run")).toBe(true);
  expect(has("@ptc/b", "y")).toBe(true);
  expect(has("@ptc/a", "z")).toBe(false);
  expect(has("@ptc/c", "run")).toBe(false);
});
