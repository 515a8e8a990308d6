// The text of the history file: a form on each line, as a JSON text, the newest last. Lines that
// are something else are passed over.

/** What is kept of the forms. */
export const historyBounds = {
  forms: 1_000,
  /** Of all lines. */
  characters: 1_000_000,
  charactersOfForm: 100_000,
} as const;

/** A form as a line of the file. */
export function lineOf(form: string): string {
  return `${JSON.stringify(form)}\n`;
}

/** The forms of the file's text, the newest first, each once. */
export function formsOf(text: string): readonly string[] {
  const forms = new Set<string>();
  for (const line of text.split("\n").reverse()) {
    const form = formOf(line);
    if (form !== undefined) forms.add(form);
  }
  return [...forms];
}

/** The newest forms, each once, within the bounds. */
export function boundedForms(forms: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let characters = 0;
  for (const form of new Set(forms)) {
    characters += lineOf(form).length;
    if (kept.length === historyBounds.forms || characters > historyBounds.characters) break;
    kept.push(form);
  }
  return kept;
}

function formOf(line: string): string | undefined {
  if (!line.startsWith('"') || line.length > 7 * historyBounds.charactersOfForm) return undefined;
  try {
    const form: unknown = JSON.parse(line);
    // What could steer the terminal was not typed.
    return typeof form === "string" && isTypeable(form) ? form : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a person could have typed it: something, and no control characters. */
function isTypeable(form: string): boolean {
  return form.trim() !== "" && !/\p{Cs}|[^\P{Cc}\n\t]/u.test(form);
}
