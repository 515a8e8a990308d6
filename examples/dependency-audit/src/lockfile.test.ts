import { describe, expect, test } from "vitest";
import { readLockfile } from "./lockfile.ts";

const lockfile = `
lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      alpha: { specifier: ^1.0.0, version: 1.2.0 }
      inner: { specifier: workspace:*, version: link:packages/inner }
  packages/inner:
    dependencies:
      '@scope/beta': { specifier: ^2.0.0, version: 2.0.0(alpha@1.2.0) }
      renamed: { specifier: npm:alpha@2, version: alpha@2.0.0 }
packages:
  alpha@1.2.0: {}
  alpha@2.0.0: {}
  '@scope/beta@2.0.0': {}
  __proto__@1.0.0: {}
snapshots:
  alpha@1.2.0: {}
  alpha@2.0.0: {}
  '@scope/beta@2.0.0(alpha@1.2.0)':
    dependencies: { alpha: 1.2.0 }
    optionalDependencies: { __proto__: 1.0.0 }
`;

const names = (folder: string): string => (folder === "." ? "root" : folder);

describe("readLockfile", () => {
  test("readLockfile returns every package with the packages and workspaces that depend on it", () => {
    expect(readLockfile(lockfile, names).packages).toEqual([
      {
        id: "alpha@1.2.0",
        name: "alpha",
        version: "1.2.0",
        dependents: ["@scope/beta@2.0.0", "root"],
      },
      { id: "alpha@2.0.0", name: "alpha", version: "2.0.0", dependents: ["packages/inner"] },
      {
        id: "@scope/beta@2.0.0",
        name: "@scope/beta",
        version: "2.0.0",
        dependents: ["packages/inner"],
      },
      {
        id: "__proto__@1.0.0",
        name: "__proto__",
        version: "1.0.0",
        dependents: ["@scope/beta@2.0.0"],
      },
    ]);
  });

  test("readLockfile returns every workspace with its resolved packages, without workspace links", () => {
    expect(readLockfile(lockfile, names).workspaces).toEqual([
      { name: "root", folder: ".", dependencies: ["alpha@1.2.0"] },
      {
        name: "packages/inner",
        folder: "packages/inner",
        dependencies: ["@scope/beta@2.0.0", "alpha@2.0.0"],
      },
    ]);
  });

  test("readLockfile names the section that a file lacks", () => {
    expect(() => readLockfile("lockfileVersion: '9.0'\nimporters: {}", names)).toThrow(
      "pnpm-lock.yaml has no section `packages`: expected a lockfile of version 9",
    );
  });
});
