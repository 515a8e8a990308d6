// Describes why a file can't be read.

const problems: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file"],
  ["EISDIR", "this is a folder, not a file"],
  ["ENOTDIR", "no such file"],
  ["EACCES", "permission denied"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ELOOP", "the link points to itself"],
]);

/** Returns the reason in words, from the error of the file system. */
export function fileProblem(error: unknown): string {
  const { code = "", message } = error as { readonly code?: string; readonly message: string };
  return problems.get(code) ?? `can't be read: ${message}`;
}
