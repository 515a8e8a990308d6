// Checks which files a model accepts, by media type.

/**
 * True if `mediaType` is in `taken`, the `files` or `fileUrls` of a model's capabilities. In these
 * lists, `image/*` covers all images, and a star on both sides of the slash covers all files. Case
 * doesn't matter.
 */
export function takesMediaType(taken: readonly string[] | undefined, mediaType: string): boolean {
  // A model written in JavaScript may declare anything.
  if (!Array.isArray(taken)) return false;
  const wanted = mediaType.toLowerCase();
  const ofKind = `${wanted.split("/", 1)[0] ?? ""}/*`;
  return taken.some((pattern: unknown) => {
    const known = typeof pattern === "string" ? pattern.toLowerCase() : "";
    return known === wanted || known === ofKind || known === "*/*";
  });
}
