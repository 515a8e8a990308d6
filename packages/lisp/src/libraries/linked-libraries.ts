// Checks a set of libraries: their names, the order in which they require each other, and each
// source. The result is shared by programs.

import { OptionError } from "@ptc/core/errors";
import { shortened } from "@ptc/core/internal/printing";
import { isObject } from "@ptc/core/internal/host";
import { positionAt } from "@ptc/core/internal/source";
import type { Form } from "@ptc/parser";
import type { KnownLibraries } from "../analysis/analysis.ts";
import { Libraries } from "../analysis/known-libraries.ts";
import { libraries as languageLibraries, resolveNamespace } from "../builtins/namespaces.ts";
import type { LibraryDefinition, LibraryDocument } from "../evaluation/run-libraries.ts";
import { callForms } from "./call-forms.ts";
import { mentionedLibraries } from "./definition-forms.ts";
import type { Library, LibraryVersions } from "../evaluation/library.ts";
import type { LibraryError } from "./library-error.ts";
import { LibraryView } from "./library-view.ts";
import { linkLibrary, readLibrary, type LinkingParts } from "./link-library.ts";
import { publicNames, versionsOf, type LinkedLibrary } from "./member.ts";

/** The longest name of a library. */
const longestName = 100;

/** The most characters of one source. */
const longestSource = 1_000_000;

/** The most libraries of one run. */
const mostLibraries = 200;

const nameOfLibrary = /^[a-z][\w*+!?-]*(?:\.[a-z][\w*+!?-]*)*$/;

/** Prefixes of names with another meaning. */
const reserved: ReadonlySet<string> = new Set(["data", "tool", "user", "core", "java", "clojure"]);

class LinkedLibraries extends Libraries {
  readonly all: readonly Library[];
  private readonly linked: ReadonlyMap<string, LinkedLibrary>;
  private described: readonly LibraryDocument[] | undefined = undefined;

  constructor(all: readonly Library[], linked: ReadonlyMap<string, LinkedLibrary>) {
    super();
    this.all = all;
    this.linked = linked;
  }

  override get versions(): LibraryVersions | undefined {
    return versionsOf(this.linked.values());
  }

  override get key(): string {
    return this.all.map(({ name, hash }) => `${name} ${hash}`).join("\n");
  }

  override get(name: string): Library | undefined {
    return this.all.find((library) => library.name === name);
  }

  override toJSON(): LibraryVersions {
    return this.versions ?? {};
  }

  override view = (): KnownLibraries =>
    new LibraryView(
      this.linked,
      this.all.map(({ name }) => name),
    );

  override find = (library: string, name: string): LibraryDefinition | undefined => {
    const found = this.linked.get(library);
    const value = found?.members.get(name)?.value;
    return found === undefined || value === undefined ? undefined : { value, hash: found.hash };
  };

  override documents = (): readonly LibraryDocument[] =>
    (this.described ??= [...this.linked.values()].flatMap((library) =>
      [...library.members.values()]
        .filter(({ isPrivate }) => !isPrivate)
        .map((member) => ({
          name: member.fullName,
          forms: callForms(member),
          doc: member.doc ?? "",
          kind: member.kind,
        })),
    ));
}

/** Sources by the names of libraries. */
export type LibrarySources = Readonly<Record<string, string>>;

/**
 * Checks libraries and computes their constants.
 * @throws OptionError for a wrong name or source; LibraryError for mistakes in a source
 */
export async function linkLibraries(
  sources: LibrarySources,
  parts: LinkingParts,
): Promise<Libraries> {
  const given = checkedSources(sources);
  const all = new Map<string, Library>();
  const linked = new Map<string, LinkedLibrary>();
  const link = async (name: string, path: readonly string[]): Promise<void> => {
    if (linked.has(name)) return;
    const source = given.get(name) ?? "";
    const file = `${name}.clj`;
    const forms = readLibrary({ name, file, source }, parts);
    const requires = mentionedLibraries(openingOf(forms), (mentioned) => given.has(mentioned));
    for (const required of requires) {
      if (path.includes(required) || required === name)
        throw cycle([...path, name, required], parts);
      await link(required, [...path, name]);
    }
    const hash = await hashOf(source, requires, linked);
    const visible = new Map(
      [...given.keys()].flatMap((each): [string, LinkedLibrary][] => {
        const library = linked.get(each);
        return library === undefined ? [] : [[each, library]];
      }),
    );
    const library = await linkLibrary(
      { name, file, source, hash, forms, names: [...given.keys()] },
      visible,
      parts,
    );
    linked.set(name, library);
    all.set(name, libraryOf(library, source, requires));
  };
  for (const name of given.keys()) await link(name, []);
  const inOrder = <Each>(found: ReadonlyMap<string, Each>): [string, Each][] =>
    [...given.keys()].flatMap((name): [string, Each][] => {
      const each = found.get(name);
      return each === undefined ? [] : [[name, each]];
    });
  return new LinkedLibraries(
    inOrder(all).map(([, library]) => library),
    new Map(inOrder(linked)),
  );
}

function openingOf(forms: readonly Form[]): readonly Form[] {
  return forms.filter(
    (form) =>
      form.type === "list" &&
      form.items[0]?.type === "symbol" &&
      /^(?:ns|require|use)$/.test(form.items[0].name),
  );
}

function checkedSources(sources: unknown): ReadonlyMap<string, string> {
  const expected = "expected an object of sources by the names of libraries";
  if (!isObject(sources)) throw new OptionError("libraries", expected);
  const entries = Object.entries<unknown>({ ...sources });
  if (entries.length > mostLibraries)
    throw new OptionError("libraries", `has more than ${String(mostLibraries)} libraries`);
  return new Map(
    entries.map(([name, source]): [string, string] => {
      const option = `libraries.${shortened(name, 60)}`;
      const problem = nameProblem(name);
      if (problem !== undefined) throw new OptionError(option, problem);
      if (typeof source !== "string") throw new OptionError(option, "expected its source as text");
      if (source.length > longestSource)
        throw new OptionError(option, `is longer than ${String(longestSource)} characters`);
      return [name, source];
    }),
  );
}

function nameProblem(name: string): string | undefined {
  if (name.length > longestName || !nameOfLibrary.test(name))
    return "a library needs a name such as orders or acme.orders: lower-case words, with dots between";
  const isLanguage =
    resolveNamespace(name) !== name ||
    languageLibraries.some((library) => library.name === name) ||
    reserved.has(name.slice(0, name.indexOf(".")) || name) ||
    reserved.has(name);
  return isLanguage ? "the language uses this name: choose another" : undefined;
}

function cycle(
  path: readonly string[],
  { LibraryError }: Pick<LinkingParts, "LibraryError">,
): LibraryError {
  const from = path.indexOf(path.at(-1) ?? "");
  const [first = ""] = path.slice(from);
  const message = `libraries require each other in a circle: ${path.slice(from).join(" → ")}`;
  return new LibraryError(first, [
    {
      reason: "analysis_error",
      message,
      details: {
        kind: "invalid_form",
        position: { ...positionAt("", 0), file: `${first}.clj` },
        hint: "move what both need to a library of its own",
      },
    },
  ]);
}

/** Returns the SHA-256 of a source and of the hashes of the libraries that it requires. */
async function hashOf(
  source: string,
  requires: readonly string[],
  linked: ReadonlyMap<string, LinkedLibrary>,
): Promise<string> {
  const { crypto: given } = globalThis as { readonly crypto?: { readonly subtle?: object } };
  if (given?.subtle === undefined)
    throw new OptionError(
      "libraries",
      "libraries need Web Crypto (crypto.subtle): browsers have it on https pages only",
    );
  const others = [...requires].sort().map((name) => `${name} ${linked.get(name)?.hash ?? ""}`);
  const bytes = new TextEncoder().encode(JSON.stringify([source, ...others]));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function libraryOf(
  library: LinkedLibrary & { readonly doc: string | undefined },
  source: string,
  requires: readonly string[],
): Library {
  const { name, hash, doc, members } = library;
  return {
    name,
    source,
    ...(doc === undefined ? {} : { doc }),
    hash,
    requires,
    functions: publicNames(library).flatMap((member) => {
      const found = members.get(member);
      if (found === undefined) return [];
      return [
        {
          name: member,
          arglists: found.arglists,
          ...(found.doc === undefined ? {} : { doc: found.doc }),
          tools: [...found.reach.tools].sort(),
          line: positionAt(source, found.span.start).line,
        },
      ];
    }),
  };
}
