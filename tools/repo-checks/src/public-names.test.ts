// The public names of every published package are pinned in its public-names.txt, so that names
// change only on purpose. After an intended change: `npm test -- tools/repo-checks -u`, and a
// changeset.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testReference } from "../../api-docs/src/documents-suite.ts";
import { renderPages } from "../../api-docs/src/documents.ts";
import { publicNamesOf, publicProgram } from "./public-names.ts";
import { listPublished, repositoryRoot, subpathsOf } from "./workspaces.ts";

const published = listPublished();
const program = publicProgram(published);
// The order of the types of a union depends on what was read before, so the pages come first.
testReference(await renderPages(program));
const names = publicNamesOf(published, program);

describe.each(published.map((workspace) => ({ name: workspace.manifest.name, workspace })))(
  "$name",
  ({ name, workspace }) => {
    test("has the pinned public names", async () => {
      await expect(names.get(name)?.text).toMatchFileSnapshot(
        join(repositoryRoot, workspace.folder, "public-names.txt"),
      );
    });

    test("documents every public name", () => {
      expect(names.get(name)?.undocumented).toEqual([]);
    });

    test.each(subpathsOf(workspace))(
      "$specifier exports at run time the values that its types declare",
      async ({ specifier, source }) => {
        const module = (await import(join(repositoryRoot, source))) as object;
        const section =
          names
            .get(name)
            ?.text.split("\n\n")
            .find((text) => text.split("\n")[0]?.trim() === specifier) ?? "";
        const values = [...section.matchAll(/^ {2}value (.+)$/gm)].map((match) => match[1]);
        expect(Object.keys(module).sort()).toEqual(values.sort());
      },
    );
  },
);

test("a type name means the same in every package", () => {
  const types = [...names].flatMap(([packageName, { types: own }]) =>
    own.map((type) => ({ packageName, ...type })),
  );
  const clashes = types.flatMap((type) =>
    types
      .filter(({ name }) => name === type.name)
      .filter(({ packageName }) => packageName < type.packageName)
      .filter(({ declarations }) => !declarations.some((one) => type.declarations.includes(one)))
      .map((other) => `${type.name}: ${other.packageName} and ${type.packageName}`),
  );
  expect([...new Set(clashes)]).toEqual([]);
});

test("the most used names have an example", () => {
  const shown = (name: string) => names.get(name)?.withExample;
  expect(shown("@ptc/lisp")).toEqual(expect.arrayContaining(["run", "createPool"]));
  expect(shown("@ptc/signature")).toEqual(expect.arrayContaining(["signature"]));
  expect(shown("@ptc/subagent")).toEqual(
    expect.arrayContaining([
      "asTool",
      "defineAgent",
      "depsOf",
      "run",
      "runEvents",
      "runOrThrow",
      "tool",
    ]),
  );
});
