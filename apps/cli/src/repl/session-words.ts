// The words at the prompt that aren't programs: those that end the session, and those that show the
// help. A definition of the session with the same name comes first.

const exitWords: ReadonlySet<string> = new Set(["exit", "quit", "(exit)", "(quit)", ":quit", ":q"]);
const helpWords: ReadonlySet<string> = new Set(["help", "(help)", "?", ":help"]);

/** Returns what `source` asks for, or undefined for a program. */
export function sessionWord(
  source: string,
  definitions: Iterable<string>,
): "exit" | "help" | undefined {
  const word = source.trim();
  const wanted = exitWords.has(word) ? "exit" : helpWords.has(word) ? "help" : undefined;
  const isOwn = wanted !== undefined && new Set(definitions).has(word.replace(/^\((.*)\)$/s, "$1"));
  return isOwn ? undefined : wanted;
}
