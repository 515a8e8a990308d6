// The public names of every published package are pinned in its public-names.txt: a name comes or
// goes on purpose only. After an intended change: `npm test -- tools/repo-checks -u`, and a
// changeset.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { publicNamesOf } from "./public-names.ts";
import { listPublished, repositoryRoot, subpathsOf } from "./workspaces.ts";

const published = listPublished();
const names = publicNamesOf(published);

describe.each(published.map((workspace) => ({ name: workspace.manifest.name, workspace })))(
  "$name",
  ({ name, workspace }) => {
    test("has the public names that are pinned", async () => {
      await expect(names.get(name)).toMatchFileSnapshot(
        join(repositoryRoot, workspace.folder, "public-names.txt"),
      );
    });

    test.each(subpathsOf(workspace))(
      "$specifier has at run time the values that its types promise",
      async ({ specifier, source }) => {
        const module = (await import(join(repositoryRoot, source))) as object;
        const section =
          names
            .get(name)
            ?.split("\n\n")
            .find((text) => text.split("\n")[0]?.trim() === specifier) ?? "";
        const values = [...section.matchAll(/^ {2}value (.+)$/gm)].map((match) => match[1]);
        expect(Object.keys(module).sort()).toEqual(values.sort());
      },
    );
  },
);
