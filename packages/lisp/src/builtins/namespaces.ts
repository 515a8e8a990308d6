// The libraries that a program may name, each in one row: prefixes of builtins, `ns` and `require`,
// and the reference go by this table.

interface Library {
  readonly name: string;
  /** Short spellings, as models write them after a `require` in their head. */
  readonly aliases: readonly string[];
}

export const libraries: readonly Library[] = [
  { name: "clojure.core", aliases: ["core"] },
  { name: "clojure.string", aliases: ["str", "string", "s"] },
  { name: "clojure.set", aliases: ["set"] },
  { name: "clojure.walk", aliases: ["walk"] },
  { name: "clojure.math", aliases: ["math"] },
  { name: "clojure.edn", aliases: ["edn"] },
  { name: "clojure.pprint", aliases: ["pprint", "pp"] },
  { name: "clojure.data.json", aliases: [] },
  { name: "cheshire.core", aliases: [] },
  { name: "json", aliases: [] },
  { name: "csv", aliases: ["clojure.data.csv"] },
];

/** Where the classes stand that programs may name with their package. */
export const classPackages: readonly string[] = [
  "java.lang",
  "java.time",
  "java.time.format",
  "java.time.temporal",
  "java.util",
];

export const namespaceAliases: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ libraries.flatMap(({ name, aliases }) =>
    aliases.map((alias): [string, string] => [alias, name]),
  ),
);

export function resolveNamespace(namespace: string): string {
  return namespaceAliases.get(namespace) ?? withoutPackage(namespace);
}

/** `java.time.LocalDate` is `LocalDate`. */
function withoutPackage(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 && classPackages.includes(name.slice(0, dot)) ? name.slice(dot + 1) : name;
}
