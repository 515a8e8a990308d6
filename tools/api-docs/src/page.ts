// The page of one package: a table of names for each entry, then every name with its signature, its
// comment and a table of its members.
import {
  ReflectionKind,
  ReferenceReflection,
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
} from "typedoc";
import type ts from "typescript";
import { code, prose, table } from "../../reference-docs/src/markdown.ts";
import type { DocumentedPackage, Entry } from "./convert.ts";
import {
  constantText,
  constructorText,
  dedented,
  functionTexts,
  headOf,
  memberText,
  typeText,
} from "./declared-text.ts";

export interface PageOptions {
  readonly declarationsOf: (reflection: DeclarationReflection) => readonly ts.Node[];
  /** Specifier of an entry -> the name of its package. */
  readonly packageOf: ReadonlyMap<string, string>;
}

export function pageOf(documented: DocumentedPackage, options: PageOptions): string {
  const { name, description, entries } = documented;
  const sections = new Sections(options);
  const parts = entries.map((entry) => sections.entry(entry));
  const links = entries.map(({ specifier }) => `- [${code(specifier)}](#${anchorOf(specifier)})`);
  return `${[`# API of ${name}`, `${description}.`, links.join("\n"), ...parts].join("\n\n")}\n`;
}

/** As GitHub makes them; a name that comes twice has a number the second time. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

class Sections {
  private readonly options: PageOptions;
  private readonly anchors = new Map<string, number>();

  constructor(options: PageOptions) {
    this.options = options;
  }

  entry({ specifier, module }: Entry): string {
    this.anchor(specifier);
    const names = [...(module.children ?? [])].sort(
      (left, right) => rankOf(left) - rankOf(right) || (left.name < right.name ? -1 : 1),
    );
    const own = names.filter((each) => !(each instanceof ReferenceReflection));
    const anchors = new Map(own.map((each) => [each, this.anchor(each.name)]));
    const rows = names.map((each) => {
      const anchor = anchors.get(each);
      return each instanceof ReferenceReflection
        ? this.referenceRow(each)
        : [`[${code(each.name)}](#${anchor ?? ""})`, kindOf(each), prose(summaryOf(each))];
    });
    return [
      `## ${code(specifier)}`,
      table(["name", "kind", "summary"], rows),
      ...own.map((each) => this.name(each)),
    ].join("\n\n");
  }

  private anchor(heading: string): string {
    const anchor = anchorOf(heading);
    const count = this.anchors.get(anchor) ?? 0;
    this.anchors.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${String(count)}`;
  }

  private referenceRow(reference: ReferenceReflection): readonly string[] {
    const target = targetOf(reference);
    const specifier = target.parent?.name ?? "";
    const file = this.options.packageOf.get(specifier)?.replace("@ptc/", "") ?? "";
    const link = `[${code(specifier)}](${file}.md#${anchorOf(target.name)})`;
    return [code(reference.name), kindOf(target), `Re-exported from ${link}.`];
  }

  private name(reflection: DeclarationReflection): string {
    const declarations = this.options.declarationsOf(reflection);
    const comment = commentOf(reflection);
    const parameters = parametersOf(reflection);
    const members = this.members(reflection);
    return [
      `### ${code(reflection.name)}`,
      codeBlock(signatureOf(reflection, declarations)),
      textOf(comment?.summary),
      parameters.length === 0 ? "" : table(["parameter", "meaning"], parameters),
      ...tagTexts(comment),
      members.length === 0 ? "" : table(["member", "type", "meaning"], members),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  }

  private members(reflection: DeclarationReflection): readonly (readonly string[])[] {
    // The members of a table are data.
    if (reflection.kind === ReflectionKind.Variable) return [];
    const object =
      reflection.type?.type === "reflection" ? reflection.type.declaration : reflection;
    const members = object.children ?? [];
    return members
      .filter(({ kind }) => kind !== ReflectionKind.Constructor)
      .map((member) => ({ member, declaration: this.options.declarationsOf(member)[0] }))
      .filter(({ declaration }) => declaration === undefined || isOurs(declaration))
      .map(({ member, declaration }) => {
        const text = (declaration && memberText(declaration)) ?? {
          name: `${member.name}${member.flags.isOptional ? "?" : ""}`,
          type: shortened(member.type?.toString() ?? ""),
        };
        return [
          code(text.name),
          text.type === "" ? "" : code(text.type),
          prose(textOf(commentOf(member)?.summary)),
        ];
      });
  }
}

/** Members that a class has from the language itself are documented there. */
function isOurs(declaration: ts.Node): boolean {
  return !declaration.getSourceFile().fileName.includes("/node_modules/");
}

/** A type that the source does not spell out may be as long as the value. */
function shortened(type: string): string {
  if (type.length <= 100) return type;
  return type.startsWith("{") ? "{ … }" : `${type.slice(0, 100)} …`;
}

/** Values come first. */
function rankOf(reflection: DeclarationReflection): number {
  return kindOf(targetOf(reflection)) === "type" ? 1 : 0;
}

/** Where a re-exported name is declared; any other name itself. */
function targetOf(reflection: DeclarationReflection): DeclarationReflection {
  const target =
    reflection instanceof ReferenceReflection ? reflection.getTargetReflectionDeep() : reflection;
  return target.isDeclaration() ? target : reflection;
}

function kindOf({ kind }: DeclarationReflection): string {
  switch (kind) {
    case ReflectionKind.Function:
      return "function";
    case ReflectionKind.Class:
      return "class";
    case ReflectionKind.Variable:
      return "constant";
    default:
      return "type";
  }
}

function commentOf(reflection: DeclarationReflection): Comment | undefined {
  const signatures = reflection.signatures ?? [];
  return (
    reflection.comment ??
    signatures.find(({ comment }) => comment !== undefined)?.comment ??
    reflection.getSignature?.comment ??
    (reflection.type?.type === "reflection"
      ? reflection.type.declaration.signatures?.[0]?.comment
      : undefined)
  );
}

function textOf(parts: readonly CommentDisplayPart[] | undefined): string {
  return (parts ?? [])
    .map(({ text }) => text)
    .join("")
    .trim();
}

/** The first sentence of the comment. */
function summaryOf(reflection: DeclarationReflection): string {
  const text = textOf(commentOf(reflection)?.summary).replaceAll(/\s+/g, " ");
  return /^.*?[.:;](?= [A-Z`(]|$)/.exec(text)?.[0].replace(/[:;]$/, ".") ?? text;
}

function parametersOf({ signatures = [] }: DeclarationReflection): string[][] {
  const [first] = signatures;
  return (first?.parameters ?? [])
    .map((parameter) => [code(parameter.name), prose(textOf(parameter.comment?.summary))])
    .filter(([, meaning]) => meaning !== "");
}

const tagTitles: Readonly<Record<string, string>> = {
  "@returns": "Returns",
  "@throws": "Throws",
};

function tagTexts(comment: Comment | undefined): readonly string[] {
  return (comment?.blockTags ?? []).flatMap(({ tag, content }) => {
    const text = textOf(content);
    if (tag === "@example") return [exampleBlock(text)];
    const title = tagTitles[tag];
    return title === undefined ? [] : [`${title}: ${text}`];
  });
}

function signatureOf(
  reflection: DeclarationReflection,
  declarations: readonly ts.Node[],
): readonly string[] {
  const { kind, name } = reflection;
  if (kind === ReflectionKind.Function) return functionTexts(declarations);
  if (kind === ReflectionKind.Class) {
    const head = declarations.flatMap((each) => headOf(each) ?? []);
    const constructor = declarations.flatMap((each) =>
      "members" in each
        ? (each.members as ts.NodeArray<ts.Node>).flatMap(
            (member) => constructorText(member, name) ?? [],
          )
        : [],
    );
    return [...head, ...constructor];
  }
  if (kind === ReflectionKind.Variable)
    return [
      declarations.map(constantText).find((text) => text !== undefined) ??
        `const ${name}: ${shortened(reflection.type?.toString() ?? "unknown")}`,
    ];
  return declarations.flatMap((each) => typeText(each) ?? headOf(each) ?? []).slice(0, 1);
}

/** TypeDoc puts examples into blocks, with the margin of the comment. */
function exampleBlock(text: string): string {
  const lines = text.replace(/^```ts\n/, "").replace(/\n```$/, "");
  return codeBlock([dedented(lines)]);
}

function codeBlock(lines: readonly string[]): string {
  return lines.length === 0 ? "" : ["```ts", ...lines, "```"].join("\n");
}
