// The VS Code extension is no workspace, so this checks what a build would.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "editors/vscode");

interface Manifest {
  readonly version: string;
  readonly main: string;
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly languages: readonly {
      readonly id: string;
      readonly extensions: readonly string[];
      readonly configuration: string;
    }[];
    readonly grammars: readonly {
      readonly language: string;
      readonly scopeName: string;
      readonly path: string;
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

const manifest = json(join(folder, "package.json")) as Manifest;
const { languages, grammars, configuration } = manifest.contributes;

test("the VS Code extension has the version of the command that it starts", () => {
  const cli = json(join(root, "apps/cli/package.json")) as { readonly version: string };
  expect(manifest.version, "set the version in editors/vscode/package.json").toBe(cli.version);
  expect(readFileSync(join(folder, "README.md"), "utf8")).toContain(`ptc-lisp-${cli.version}.vsix`);
});

test("the VS Code extension uses the generated grammar for its only language", () => {
  const [language] = languages;
  const [grammar] = grammars;
  expect([languages.length, grammars.length]).toEqual([1, 1]);
  const generated = json(join(folder, grammar?.path ?? "")) as {
    readonly scopeName: string;
    readonly fileTypes: readonly string[];
  };
  expect(grammar).toMatchObject({ language: language?.id, scopeName: generated.scopeName });
  expect(language?.extensions).toEqual(generated.fileTypes.map((type) => `.${type}`));
  expect(manifest.activationEvents).toEqual([`onLanguage:${language?.id ?? ""}`]);
  for (const path of [manifest.main, language?.configuration ?? ""])
    expect(existsSync(join(folder, path)), path).toBe(true);
});

test("the VS Code extension reads only settings that its manifest declares", () => {
  const source = readFileSync(join(folder, manifest.main), "utf8");
  const [section] = /getConfiguration\("(\w+)"\)\.get\("\w+"/.exec(source) ?? [];
  expect(section).toBe('getConfiguration("ptc").get("path"');
  expect(Object.keys(configuration.properties)).toEqual(["ptc.path"]);
  expect(source).toContain('"lsp"');
});

test("the VS Code extension splits words as the language does", () => {
  const { wordPattern } = json(join(folder, "language-configuration.json")) as {
    readonly wordPattern: string;
  };
  const words = "(->> data/rows (map #(* %1 2)) (tool/crm/find-all {:id 'x}) ; 😀".match(
    new RegExp(wordPattern, "g"),
  );
  expect(words).toEqual([
    "->>",
    "data/rows",
    "map",
    "*",
    "%1",
    "2",
    "tool/crm/find-all",
    ":id",
    "x",
    "😀",
  ]);
});
