// The generated sections of language.md, from the tables of the language.
import { failReasons } from "@ptc/core/contracts";
import { limitTable } from "@ptc/lisp";
import { specialFormDocuments } from "../../../packages/lisp/src/catalog/special-form-documents.ts";
import { unsupportedNames } from "../../../packages/lisp/src/catalog/unsupported-names.ts";
import { namespaceAliases } from "../../../packages/lisp/src/builtins/namespaces.ts";
import { builtins } from "../../../packages/lisp/src/builtins/library/table.ts";
import { exampleContext, exampleSignatures, exampleTools } from "./example-world.ts";
import { code, example, prose, table } from "./markdown.ts";

/** Placeholder of the template -> its content. */
export const languageSections: ReadonlyMap<string, () => string> = new Map([
  ["special-forms", specialFormTable],
  ["limits", limitsTable],
  ["reasons", reasonTable],
  ["namespaces", namespaceTable],
  ["unsupported", unsupportedTable],
  ["example-context", () => `\`\`\`json\n${contextJson()}\n\`\`\``],
  [
    "example-tools",
    () =>
      table(
        ["tool", "signature", "description"],
        Object.entries(exampleTools).map(([name, tool]) => [
          code(`tool/${name}`),
          code(exampleSignatures.get(name) ?? ""),
          prose(tool.description ?? ""),
        ]),
      ),
  ],
]);

function specialFormTable(): string {
  return table(
    ["form", "description", "example"],
    [...specialFormDocuments.values()].map(({ forms, doc, example: shown }) => [
      forms.map(code).join("<br>"),
      prose(doc),
      example(shown),
    ]),
  );
}

function limitsTable(): string {
  const number = new Intl.NumberFormat("en-US");
  return table(
    ["limit", "counts", "default", "fail reason", "advice"],
    Object.entries(limitTable).map(([name, limit]) => [
      code(name),
      prose(limit.description),
      `${number.format(limit.default)} ${limit.unit}`,
      code(limit.reason),
      prose(limit.advice),
    ]),
  );
}

/** Returns the fail reasons of a program, except those of limits, which have a separate table. */
function reasonTable(): string {
  const limits = new Set<string>(Object.values(limitTable).map(({ reason }) => reason));
  const rows = Object.entries(failReasons).filter(
    ([reason, { source }]) => source !== "agent" && !limits.has(reason),
  );
  return table(
    ["reason", "when"],
    rows.map(([reason, { description }]) => [code(reason), prose(description)]),
  );
}

function namespaceTable(): string {
  const members = new Map<string, string[]>();
  for (const name of builtins.keys()) {
    const slash = name.indexOf("/");
    if (slash <= 0) continue;
    const namespace = name.slice(0, slash);
    members.set(namespace, [...(members.get(namespace) ?? []), name.slice(slash + 1)]);
  }
  const spellings = (namespace: string): string[] =>
    [...namespaceAliases].filter(([, target]) => target === namespace).map(([alias]) => alias);
  const others = [...new Set(namespaceAliases.values())].filter(
    (namespace) => !members.has(namespace),
  );
  return table(
    ["prefix", "also written", "names"],
    [
      ...others.map((namespace) => [
        code(`${namespace}/`),
        spellings(namespace)
          .map((alias) => code(`${alias}/`))
          .join(", "),
        "every name without a prefix",
      ]),
      ...[...members].map(([namespace, names]) => [
        code(`${namespace}/`),
        spellings(namespace)
          .map((alias) => code(`${alias}/`))
          .join(", "),
        names.map(code).join(" "),
      ]),
    ],
  );
}

/** One line for each advice. */
function unsupportedTable(): string {
  const names = new Map<string, string[]>();
  for (const [name, advice] of unsupportedNames)
    names.set(advice, [...(names.get(advice) ?? []), name]);
  return table(
    ["missing", "instead"],
    [...names].map(([advice, absent]) => [absent.map(code).join(", "), prose(advice)]),
  );
}

/** One line for each row of data. */
function contextJson(): string {
  const fields = Object.entries(exampleContext).map(([name, value]) => {
    const rows = Array.isArray(value)
      ? `[\n${value.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${rows}`;
  });
  return `{\n${fields.join(",\n")}\n}`;
}
