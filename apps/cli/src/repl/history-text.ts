// The text of the history file: one form per line as a JSON string, newest last. Other lines are
// ignored.

/** The limits of the history. */
export const historyBounds = {
  forms: 1_000,
  /** Of all lines. */
  characters: 1_000_000,
  charactersOfForm: 100_000,
} as const;

/** Returns a form as a line of the file. */
export function lineOf(form: string): string {
  return `${JSON.stringify(form)}\n`;
}

/** Returns the distinct forms of the file's text, newest first. */
export function formsOf(text: string): readonly string[] {
  const forms = new Set<string>();
  for (const line of text.split("\n").reverse()) {
    const form = formOf(line);
    if (form !== undefined) forms.add(form);
  }
  return [...forms];
}

/** Returns the newest distinct forms within the limits. */
export function boundedForms(forms: readonly string[]): readonly string[] {
  const bounded: string[] = [];
  let characters = 0;
  for (const form of new Set(forms)) {
    characters += lineOf(form).length;
    if (bounded.length === historyBounds.forms || characters > historyBounds.characters) break;
    bounded.push(form);
  }
  return bounded;
}

function formOf(line: string): string | undefined {
  if (!line.startsWith('"') || line.length > 7 * historyBounds.charactersOfForm) return undefined;
  try {
    const form: unknown = JSON.parse(line);
    // People can't type text that controls the terminal.
    return typeof form === "string" && isTypeable(form) ? form : undefined;
  } catch {
    return undefined;
  }
}

/** True for text that a person can type: not blank, and without control characters. */
function isTypeable(form: string): boolean {
  return form.trim() !== "" && !/\p{Cs}|[^\P{Cc}\n\t]/u.test(form);
}
