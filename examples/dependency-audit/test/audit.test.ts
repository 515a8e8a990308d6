// Runs the recorded mission on lockfiles made by this test. The programs in the recording compute
// the answer, so another lockfile gives another answer.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording } from "@ptc/llm";
import { run, type MissionStep } from "@ptc/subagent";
import { dependencyAudit } from "../src/audit.ts";
import { readLockfile } from "../src/lockfile.ts";

const repository = join(import.meta.dirname, "../../..");
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/**
 * Makes a repository with a root, a library that depends on `leaf@1.0.0`, and the given lockfile
 * entries.
 */
function repositoryWith(
  extra: { readonly packages?: string; readonly snapshots?: string } = {},
): string {
  const root = mkdtempSync(join(tmpdir(), "audit-"));
  folders.push(root);
  mkdirSync(join(root, "packages/library"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"name":"root"}');
  writeFileSync(join(root, "packages/library/package.json"), '{"name":"@demo/library"}');
  writeFileSync(
    join(root, "pnpm-lock.yaml"),
    `
importers:
  .:
    devDependencies:
      tool: { specifier: ^1.0.0, version: 1.0.0 }
  packages/library:
    dependencies:
      leaf: { specifier: ^1.0.0, version: 1.0.0 }
packages:
  leaf@1.0.0: {}
  tool@1.0.0: {}
  middle@1.0.0: {}
${extra.packages ?? ""}
snapshots:
  leaf@1.0.0: {}
  tool@1.0.0:
    dependencies: { middle: 1.0.0 }
${extra.snapshots ?? "  middle@1.0.0: {}"}
`,
  );
  return root;
}

function audit(root: string): Promise<MissionStep> {
  const parsed = parseRecording(
    readFileSync(join(import.meta.dirname, "../recording.json"), "utf8"),
  );
  if (!parsed.ok) throw new Error(parsed.message);
  return run(dependencyAudit(root).agent, { llm: createRecordedModel(parsed.recording) });
}

describe("the recorded audit", () => {
  test("the audit computes its answer from the given lockfile", async () => {
    const step = await audit(
      repositoryWith({
        packages: "  leaf@2.0.0: {}\n",
        snapshots: "  middle@1.0.0:\n    dependencies: { leaf: 2.0.0 }\n  leaf@2.0.0: {}",
      }),
    );
    expect(step.ok ? step.return : step.fail).toEqual([
      {
        package: "leaf",
        versions: [
          { version: "1.0.0", workspaces: ["@demo/library"] },
          { version: "2.0.0", workspaces: ["root"] },
        ],
      },
    ]);
  });

  test("the audit finds nothing if every package has one version", async () => {
    const step = await audit(repositoryWith());
    expect(step.ok ? step.return : step.fail).toEqual([]);
  });

  test("the audit agrees with a plain computation on this repository, after a failed program and its repair", async () => {
    const step = await audit(repository);
    expect(step.ok ? step.return : step.fail).toEqual(plainAudit(repository));
    expect(step.turns.some((turn) => !turn.ok)).toBe(true);
    expect(step.turns.length).toBeGreaterThan(2);
  });
});

interface PlainRow {
  readonly package: string;
  readonly versions: readonly {
    readonly version: string;
    readonly workspaces: readonly string[];
  }[];
}

/** Computes the same audit in plain TypeScript, by walking the dependencies of each workspace. */
function plainAudit(root: string): PlainRow[] {
  const { packages, workspaces } = readLockfile(
    readFileSync(join(root, "pnpm-lock.yaml"), "utf8"),
    (folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
        readonly name: string;
      };
      return manifest.name;
    },
  );
  const needs = new Map<string, string[]>();
  for (const { id, dependents } of packages)
    for (const dependent of dependents) needs.set(dependent, [...(needs.get(dependent) ?? []), id]);
  const broughtBy = new Map<string, Set<string>>();
  for (const { name } of workspaces) {
    const seen = new Set<string>();
    const pending = [name];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const id of needs.get(next) ?? []) {
        if (seen.has(id)) continue;
        seen.add(id);
        pending.push(id);
        broughtBy.set(id, (broughtBy.get(id) ?? new Set()).add(name));
      }
    }
  }
  const names = [...new Set(packages.map((row) => row.name))].sort();
  return names.flatMap((name) => {
    const rows = packages.filter((row) => row.name === name);
    if (rows.length < 2) return [];
    const versions = rows.map((row) => ({
      version: row.version,
      workspaces: [...(broughtBy.get(row.id) ?? [])].sort(),
    }));
    return [
      {
        package: name,
        versions: versions.sort((left, right) => comparePrecedence(left.version, right.version)),
      },
    ];
  });
}

/** Compares versions. Source: semver.org, item 11. */
function comparePrecedence(left: string, right: string): number {
  const [leftCore, leftPrerelease] = parts(left);
  const [rightCore, rightPrerelease] = parts(right);
  const core = compareIdentifiers(leftCore.split("."), rightCore.split("."));
  if (core !== 0) return core;
  if (leftPrerelease.length === 0 || rightPrerelease.length === 0)
    return rightPrerelease.length - leftPrerelease.length;
  return compareIdentifiers(leftPrerelease, rightPrerelease);
}

function parts(version: string): [core: string, prerelease: string[]] {
  const plain = version.replace(/\+.*$/, "");
  const hyphen = plain.indexOf("-");
  return hyphen === -1 ? [plain, []] : [plain.slice(0, hyphen), plain.slice(hyphen + 1).split(".")];
}

function compareIdentifiers(left: readonly string[], right: readonly string[]): number {
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (identifier === other) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(identifier), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return Number(identifier) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return identifier < other ? -1 : 1;
  }
  return left.length - right.length;
}
