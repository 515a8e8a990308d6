// Tests that the check of folder-sizes accepts the correct answer from the tree, and refuses
// careless ones.

import {
  folderSizes,
  makeTree,
  type Folder,
} from "../../src/suites/missions/shapes/folder-sizes.ts";
import { testCheck } from "./test-check.ts";

interface Data {
  readonly tree: Folder;
  readonly limit: number;
}

type Mistake =
  | "takes only the files of the folder itself"
  | "looks one level down"
  | "leaves out what is below folders without files"
  | "answers every folder above the limit"
  | "answers names in place of paths"
  | "counts no files without a size"
  | "counts what is in the trash"
  | "knows the trash by one spelling"
  | "takes each name with trash in it for the trash";

function isTrash(name: string, mistake?: Mistake): boolean {
  if (mistake === "counts what is in the trash") return false;
  if (mistake === "knows the trash by one spelling") return name === "trash";
  const isPart = mistake === "takes each name with trash in it for the trash";
  return isPart ? /trash/i.test(name) : /^trash$/i.test(name.trim());
}

function subfolders({ files, children }: Folder, mistake?: Mistake): readonly Folder[] {
  if (mistake === "leaves out what is below folders without files" && !files?.length) return [];
  return (children ?? []).filter(({ name }) => !isTrash(name, mistake));
}

function held(folder: Folder, mistake?: Mistake, depth = 0): { bytes: number; files: number } {
  const own = (folder.files ?? []).filter(
    ({ bytes }) => mistake !== "counts no files without a size" || typeof bytes === "number",
  );
  const isLast =
    mistake === "takes only the files of the folder itself" ||
    (mistake === "looks one level down" && depth === 1);
  const below = isLast
    ? []
    : subfolders(folder, mistake).map((child) => held(child, mistake, depth + 1));
  return {
    bytes: [...own, ...below].reduce((total, { bytes }) => total + (bytes ?? 0), 0),
    files: below.reduce((total, { files }) => total + files, own.length),
  };
}

function read({ tree, limit }: Data, mistake?: Mistake): unknown {
  const found = [];
  const open = [{ folder: tree, path: tree.name }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { folder, path } = next;
    const below = subfolders(folder, mistake);
    const total = held(folder, mistake);
    const isLowest =
      mistake === "answers every folder above the limit" ||
      below.every((child) => held(child, mistake).bytes < limit);
    const shown = mistake === "answers names in place of paths" ? folder.name : path;
    if (total.bytes >= limit && isLowest) found.push({ folder: shown, ...total });
    open.push(...below.map((child) => ({ folder: child, path: `${path}/${child.name}` })));
  }
  return found.sort((left, right) => (left.folder < right.folder ? -1 : 1));
}

testCheck(folderSizes, (random) => makeTree(random), read, [
  "takes only the files of the folder itself",
  "looks one level down",
  "leaves out what is below folders without files",
  "answers every folder above the limit",
  "answers names in place of paths",
  "counts no files without a size",
  "counts what is in the trash",
  "knows the trash by one spelling",
  "takes each name with trash in it for the trash",
]);
