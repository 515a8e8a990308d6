// Reads the texts of a configuration, and refuses credentials that are written into it.

import {
  isLiteralCredential,
  literalCredential,
  namesCredential,
  resemblesToken,
} from "./credential-fields.ts";
import type { Path, Problems } from "./problems.ts";
import { hasReference, readReferringText, type ReferringText } from "./references.ts";

/** A text of the file, or a command that prints it. */
export type GivenText =
  string | { readonly command: string; readonly args?: readonly string[] | undefined };

/** The meaning of a field for its text. */
export type FieldPurpose = "credential" | "ordinary";

export class TextFields {
  private readonly problems: Problems;

  constructor(problems: Problems) {
    this.problems = problems;
  }

  /** Returns the text of a field; `name` is what a suggested variable is named after. */
  read(path: Path, given: GivenText, purpose: FieldPurpose, name: string): ReferringText {
    if (typeof given !== "string")
      return [{ from: "command", command: given.command, args: given.args ?? [] }];
    const text = this.problems.reading(path, () => readReferringText(given)) ?? [];
    const isLiteral =
      purpose === "credential"
        ? isLiteralCredential(text)
        : text.some((part) => typeof part === "string" && resemblesToken(part));
    if (isLiteral) this.problems.error(path, literalCredential(name));
    else if (purpose === "credential" && !hasReference(text))
      this.problems.error(path, 'expected a reference, such as "env:NAME"');
    return text;
  }

  /** Returns variables or headers. Their names decide which of them are credentials. */
  readAll(
    path: Path,
    given: Readonly<Record<string, GivenText>> | undefined,
  ): ReadonlyMap<string, ReferringText> {
    return new Map(
      Object.entries(given ?? {}).map(([name, text]) => [
        name,
        this.read([...path, name], text, this.purposeOf(name, text), name),
      ]),
    );
  }

  private purposeOf(name: string, text: GivenText): FieldPurpose {
    return namesCredential(name) && text !== "" ? "credential" : "ordinary";
  }

  /** Returns the arguments of a command: the text after `--token` or `--token=` is a credential. */
  readArguments(path: Path, given: readonly string[]): readonly ReferringText[] {
    return given.map((text, index) => {
      const at = [...path, index];
      const option = /^--?([A-Za-z][A-Za-z0-9_-]{0,60})=/.exec(text);
      if (option?.[1] !== undefined && namesCredential(option[1])) {
        const value = this.read(at, text.slice(option[0].length), "credential", option[1]);
        return [option[0], ...value];
      }
      const before = given[index - 1] ?? "";
      const isValue = /^--?[A-Za-z]/.test(before) && !before.includes("=") && !text.startsWith("-");
      return isValue && namesCredential(before)
        ? this.read(at, text, "credential", before)
        : this.read(at, text, "ordinary", "token");
    });
  }

  /** Returns a URL without a password or a key in its text. */
  readUrl(path: Path, given: string): ReferringText {
    const text = this.read(path, given, "ordinary", "token");
    const shown = text
      .map((part) => (typeof part === "string" ? part : part.from === "env" ? part.fallback : "x"))
      .map((part) => part ?? "x")
      .join("");
    // The beginning may be looked up later.
    if (typeof text[0] === "object" && !URL.canParse(shown)) return text;
    if (!URL.canParse(shown) || !/^https?:/.test(shown)) {
      this.problems.error(path, "expected a URL that begins with https:// or http://");
      return text;
    }
    const written = new URL(shown);
    const isSecret =
      (written.password !== "" && written.password !== "x") ||
      [...written.searchParams].some(
        ([name, value]) => namesCredential(name) && value !== "x" && value !== "",
      );
    if (isSecret) this.problems.error(path, literalCredential("token"));
    return text;
  }
}
