// Compiles lines of TypeScript that use the types of this package, in memory, with the options of
// the repository.

import { dirname, join } from "node:path";
import ts from "typescript";

const folder = import.meta.dirname;
const file = join(folder, "compiled-lines.ts");
const root = dirname(dirname(dirname(dirname(folder))));

/**
 * The beginning of every compiled text. `signature` takes the texts that `CheckedSignature`
 * accepts.
 */
const prelude = [
  'import type { CheckedSignature, Infer, InferInput } from "../../src/types/infer.ts";',
  "declare function signature<const Text extends string>(text: CheckedSignature<Text>): { input: InferInput<Text>; output: Infer<Text> };",
];

export interface Compiled {
  /** The compiler's message by line, for lines that have one. Lines count from 0. */
  readonly messages: ReadonlyMap<number, string>;
  /** The number of types that the compiler instantiated; the same on every machine. */
  readonly instantiations: number;
  /** Returns the type of the constant with this name, as an editor shows it. */
  readonly typeOf: (name: string) => string;
}

/** A cache of parsed files. Most are the compiler's own library, which never changes. */
const parsed = new Map<string, ts.SourceFile | undefined>();

export function compile(lines: readonly string[]): Compiled {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const source = ts.createSourceFile(
    file,
    [...prelude, ...lines].join("\n"),
    ts.ScriptTarget.ES2023,
    true,
  );
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return source;
    if (!parsed.has(name)) parsed.set(name, readSource(name, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram([file], options, host);
  const messages = new Map(
    ts.getPreEmitDiagnostics(program).map((diagnostic) => {
      const line =
        diagnostic.file === source
          ? source.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line - prelude.length
          : -1;
      return [line, ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")];
    }),
  );
  return {
    messages,
    instantiations: program.getInstantiationCount(),
    typeOf: (name) => typeOf(name, source, program.getTypeChecker()),
  };
}

/**
 * Returns the text as a literal on one line: as JSON, with the two characters escaped that end a
 * line of TypeScript.
 */
export function literalOf(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Returns the compiler's messages for texts; undefined for accepted texts. */
export function messagesFor(texts: readonly string[]): (string | undefined)[] {
  const { messages } = compile(texts.map((text) => `signature(${literalOf(text)});`));
  if (messages.has(-1)) throw new Error(`outside of the lines: ${String(messages.get(-1))}`);
  return texts.map((_, line) => messages.get(line));
}

function compilerOptions(): ts.CompilerOptions {
  const base = ts.readConfigFile(join(root, "tsconfig.base.json"), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(
    base.config,
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  return { ...options, incremental: false, types: [] };
}

function typeOf(name: string, source: ts.SourceFile, checker: ts.TypeChecker): string {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const declaration = statement.declarationList.declarations.find(
      (each) => each.name.getText(source) === name,
    );
    if (declaration !== undefined)
      return checker.typeToString(
        checker.getTypeAtLocation(declaration),
        undefined,
        ts.TypeFormatFlags.NoTruncation,
      );
  }
  throw new Error(`no constant ${name}`);
}
