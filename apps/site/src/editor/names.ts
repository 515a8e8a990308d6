// The names of the language with their descriptions, loaded once from the site.

export interface NameDocument {
  readonly name: string;
  readonly kind: "function" | "special";
  readonly aliases: readonly string[];
  readonly forms: readonly string[];
  readonly doc: string;
  readonly example: string;
  readonly printed: string;
  /** The address of its description, relative to the start page. */
  readonly page: string;
}

let loading: Promise<ReadonlyMap<string, NameDocument>> | undefined;

/** Returns each document by its name and its aliases. */
export function languageDocuments(base: string): Promise<ReadonlyMap<string, NameDocument>> {
  loading ??= fetch(`${base}names.json`)
    .then(async (response) => (await response.json()) as readonly NameDocument[])
    .then(
      (documents) =>
        new Map(
          documents.flatMap((document) =>
            [document.name, ...document.aliases].map((name) => [name, document] as const),
          ),
        ),
    );
  return loading;
}
