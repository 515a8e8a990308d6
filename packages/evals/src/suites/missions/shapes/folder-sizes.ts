// A mission over a tree of folders, in which files and children may be missing, nil or empty. The
// result for a folder depends on all folders below it.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, list, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Folder {
  readonly name: string;
  readonly files?:
    readonly { readonly name: string; readonly bytes?: number | null }[] | null | undefined;
  readonly children?: readonly Folder[] | null | undefined;
}

interface Found {
  readonly folder: string;
  readonly bytes: number;
  readonly files: number;
}

/** A folder with its content on all levels, and its part of the answer. */
interface MadeFolder {
  readonly shown: Folder;
  readonly bytes: number;
  readonly files: number;
  readonly found: readonly Found[];
}

const limit = 400_000;
const words = ["mail", "photos", "reports", "scans", "sources", "years"];
const trash = ["trash", "Trash", "TRASH", "trash "];

function makeFiles(random: Random) {
  const files = list(between(random, 0, 5), (index) => {
    const bytes = random.chance(0.85) ? between(random, 1_000, 90_000) : undefined;
    const size = bytes === undefined ? random.pick([{}, { bytes: null }]) : { bytes };
    return { bytes: bytes ?? 0, shown: { name: `file-${String(index)}`, ...size } };
  });
  const shown: Pick<Folder, "files"> =
    files.length === 0
      ? random.pick([{}, { files: null }, { files: [] }])
      : { files: files.map((file) => file.shown) };
  return { shown, count: files.length, bytes: sum(files.map(({ bytes }) => bytes)) };
}

/** Returns the subfolders of a folder, without trash folders. */
function makeChildren(random: Random, path: string, depth: number): readonly MadeFolder[] {
  const count = depth === 0 ? 6 : depth < 4 ? between(random, 0, 4 - depth) + 1 : 0;
  const names = list(count, (index) => `${random.pick(words)}-${String(index + 1)}`);
  if (depth > 0 && depth < 4 && random.chance(0.15)) names.push("trash-collection");
  return names.map((name) => makeFolder(random, name, `${path}/${name}`, depth + 1));
}

function makeFolder(random: Random, name: string, path: string, depth: number): MadeFolder {
  const files = makeFiles(random);
  const children = makeChildren(random, path, depth);
  // The content of a trash folder looks like any other, but never counts.
  const thrown =
    depth > 0 && depth < 4 && random.chance(0.25)
      ? [makeFolder(random, random.pick(trash), path, 3)]
      : [];
  const below = shuffled(random, [...children, ...thrown]).map((child) => child.shown);
  const bytes = files.bytes + sum(children.map((child) => child.bytes));
  const total = files.count + sum(children.map((child) => child.files));
  const isLowest = bytes >= limit && children.every((child) => child.bytes < limit);
  const shown: Folder = {
    name,
    ...files.shown,
    ...(below.length === 0
      ? random.pick([{}, { children: null }, { children: [] }])
      : { children: below }),
  };
  const found = isLowest ? [{ folder: path, bytes, files: total }] : [];
  return {
    shown,
    bytes,
    files: total,
    found: [...found, ...children.flatMap((child) => child.found)],
  };
}

/** Returns the tree as the model gets it, and the correct answer. */
export function makeTree(random: Random) {
  const { shown, found } = makeFolder(random, "archive", "archive", 0);
  return { tree: shown, limit, answer: [...found].sort(byText(({ folder }) => folder)) };
}

export const folderSizes: SampleMission = {
  name: "folder-sizes",
  title: "The lowest folders that hold too much with all below them",
  kind: "shape",
  world: (random) => {
    const { tree, answer } = makeTree(random);
    return {
      agent: defineAgent({
        prompt:
          "A folder holds its files and those of all folders below it, on every level. Which folders hold as many bytes as the limit or more, while none of their own subfolders does? Answer the path of each, which is the names of folders from the top one, with / between them, the bytes and the number of files that it holds. A file whose size is not known takes no bytes but is a file. Folders that are named trash, and everything in them, do not count. Sort by path.",
        signature: "(limit :int) -> [{folder :string, bytes :int, files :int}]",
        maxTurns: 5,
      }),
      context: { tree, limit },
      check: expecting(answer),
    };
  },
};
