// Errors of the file system as `StoreError`.

import { FileUseError } from "../index.ts";
import { StoreError, type StoreProblem } from "../../store/index.ts";

const problems: ReadonlyMap<string, readonly [StoreProblem, string]> = new Map([
  ["ENOSPC", ["full", "make room on the disk"]],
  ["EDQUOT", ["full", "raise the quota, or make room"]],
  ["EFBIG", ["full", "raise the limit of file sizes"]],
  ["EROFS", ["read_only", "use a folder that can be written"]],
  ["EACCES", ["read_only", "give the process the right to read and write the file"]],
  ["EPERM", ["read_only", "give the process the right to read and write the file"]],
  ["EISDIR", ["invalid", "use the path of a file"]],
  ["ENOTDIR", ["invalid", "use the path of a file in a folder"]],
  ["ENAMETOOLONG", ["invalid", "use a shorter path"]],
]);

/** Returns the error of a store in the file `path`. */
export function fileStoreError(path: string, error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof FileUseError)
    return new StoreError(error.isLocked ? "unavailable" : "invalid", `${path}: ${error.message}`);
  if (error instanceof RangeError)
    return new StoreError(
      "too_large",
      `${path}: the change is longer than a text can be: store less in the run`,
      { cause: error },
    );
  if (!(error instanceof Error) || !("code" in error)) return error;
  const [problem, remedy] = problems.get(String(error.code)) ?? [
    "unavailable",
    "check the disk, and try again",
  ];
  return new StoreError(problem, `${path}: ${error.message}: ${remedy}`, { cause: error });
}
