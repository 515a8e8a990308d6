// Which files a model takes, by their media types.

/**
 * Whether `mediaType` is among `taken`, the `files` or `fileUrls` of a model's capabilities. There,
 * `image/*` stands for all images, and a star on both sides of the slash for all files. Small and
 * capital letters are the same.
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
