// Turns the source of one library into its definitions: reads and analyzes it, computes its
// constants, and reports its mistakes. Functions are compiled when they are first called.

import { encodeValue } from "@ptc/core/encoding";
import type { Fail } from "@ptc/core/contracts";
import { positionAt } from "@ptc/core/internal/source";
import type { Value } from "@ptc/core/values";
import { read, type Form } from "@ptc/parser";
import { functionNode } from "../analysis/analyze-function.ts";
import { invalidForm, type AnalysisError } from "../analysis/analysis-error.ts";
import type { Advice } from "../analysis/advice.ts";
import type { AnalyzedProgram, FunctionNode } from "../analysis/core-tree.ts";
import { plainName } from "../analysis/form-tools.ts";
import { openedLibraries, openingForms } from "../analysis/lazy-form.ts";
import { LibraryNames } from "../analysis/library-names.ts";
import { FunctionScope, type Context } from "../analysis/scope.ts";
import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import { createCompilation } from "../compile/compiler.ts";
import type { LazyParts } from "../compile/compilation.ts";
import { functionCode } from "../compile/definitions.ts";
import { functionEncoder } from "../functions/function-encoder.ts";
import { unwritableText } from "../persistence/memory.ts";
import { analysisFails, parseFail } from "../step/fail.ts";
import { namespaceForm, topLevelForm, type DefinitionForm } from "./definition-forms.ts";
import { LibraryAnalyzer } from "./library-analyzer.ts";
import { LibraryClosure } from "./library-closure.ts";
import type { LibraryError } from "./library-error.ts";
import { LibraryView } from "./library-view.ts";
import { Member, type LinkedLibrary } from "./member.ts";

/** The most calls inside a function whose calls don't wait, as in `immediate-functions.ts`. */
const mostCalls = 64;

/** The parts of the evaluator that linking needs. They load lazily. */
export interface LinkingParts {
  readonly LibraryError: typeof LibraryError;
  readonly lazy: LazyParts;
  loadMissing(missing: ReadonlySet<ChunkName | "forms">): Promise<void>;
  /** Returns advice for a library that defines the names of `forms`. */
  adviceFor(forms: readonly Form[]): Promise<AdviceOnMistakes>;
  /** Computes a constant. `tools` are the names of all tools that it may reach. */
  compute(
    source: string,
    program: AnalyzedProgram,
    tools: Iterable<string>,
  ): Promise<
    { readonly fail: Fail } | { readonly value: Value; readonly problem: string | undefined }
  >;
}

export interface AdviceOnMistakes {
  readonly advice: Advice;
  /** Returns the mistakes of the analysis, with those that only a review finds. */
  readonly advised: (
    source: string,
    analyzer: Pick<LibraryAnalyzer, "builtins" | "contextNames" | "errors">,
  ) => readonly AnalysisError[];
}

/** A library with its source. */
export interface UnlinkedLibrary {
  readonly name: string;
  readonly file: string;
  readonly source: string;
  readonly hash: string;
  readonly forms: readonly Form[];
  /** The names of all libraries. */
  readonly names: readonly string[];
}

/** Returns the forms of a library. @throws LibraryError */
export function readLibrary(
  { name, file, source }: Pick<UnlinkedLibrary, "name" | "file" | "source">,
  { LibraryError }: Pick<LinkingParts, "LibraryError">,
): readonly Form[] {
  const result = read(source);
  if (result.ok) return result.forms;
  throw new LibraryError(name, [parseFail(result.error, file)]);
}

/**
 * Links one library. `linked` contains the libraries that it requires.
 * @throws LibraryError
 */
export async function linkLibrary(
  library: UnlinkedLibrary,
  linked: ReadonlyMap<string, LinkedLibrary>,
  parts: LinkingParts,
): Promise<LinkedLibrary & { readonly doc: string | undefined }> {
  for (;;) {
    const linking = new Linking(library, linked, parts, undefined);
    await linking.run();
    const { missing } = linking.analyzer;
    if (missing.size > 0) {
      await parts.loadMissing(missing);
      continue;
    }
    if (linking.analyzer.errors.length > 0) throw await explained(library, linked, parts);
    return linking;
  }
}

/** Analyzes a wrong library again, with advice on its mistakes. */
async function explained(
  library: UnlinkedLibrary,
  linked: ReadonlyMap<string, LinkedLibrary>,
  parts: LinkingParts,
): Promise<LibraryError> {
  const { advice, advised } = await parts.adviceFor(library.forms);
  const { analyzer } = await new Linking(library, linked, parts, advice).run();
  const errors = advised(library.source, analyzer);
  return new parts.LibraryError(
    library.name,
    analysisFails(errors, library.source, analyzer.omittedErrors, library.file),
  );
}

/** One analysis of a library. */
class Linking implements LinkedLibrary {
  readonly name: string;
  readonly hash: string;
  readonly members = new Map<string, Member>();
  doc: string | undefined = undefined;
  readonly analyzer: LibraryAnalyzer;
  private readonly library: UnlinkedLibrary;
  private readonly view: LibraryView;
  private readonly parts: LinkingParts;
  private names = new LibraryNames();

  constructor(
    library: UnlinkedLibrary,
    linked: ReadonlyMap<string, LinkedLibrary>,
    parts: LinkingParts,
    advice: Advice | undefined,
  ) {
    const { name, hash, source, file, names } = library;
    this.name = name;
    this.hash = hash;
    this.library = library;
    this.parts = parts;
    const getCurrent = (): Member | undefined => this.analyzer.current;
    this.view = new LibraryView(linked, names, {
      library: this,
      get current() {
        return getCurrent();
      },
    });
    this.analyzer = new LibraryAnalyzer({
      source,
      file,
      builtins: builtinLibrary,
      lazyForms: parts.lazy.language.loaded?.lazyForms,
      advice,
      libraries: this.view,
    });
  }

  async run(): Promise<this> {
    const { analyzer, library } = this;
    const { forms } = library;
    const opening = openingForms(analyzer, forms);
    const opened = opening > 0 ? openedLibraries(analyzer, forms.slice(0, opening)) : undefined;
    if (opened !== undefined) this.names = opened;
    analyzer.libraryNames = this.names;
    this.readNamespace(forms[0]);
    for (const form of forms.slice(opening)) await this.readForm(form);
    for (const member of this.members.values())
      if (!member.isDefined && !isAttempt(member))
        analyzer.report(
          invalidForm("declare", `${member.name} is declared, but never defined`, member.span),
        );
    return this;
  }

  private readNamespace(first: Form | undefined): void {
    const namespace = namespaceForm(first);
    this.doc = namespace?.doc;
    const given = namespace?.name;
    if (given !== undefined && fullText(given) !== this.name)
      this.analyzer.report(
        invalidForm(
          "ns",
          `the library is named ${this.name}, but its ns is ${fullText(given)}`,
          given.span,
          `write (ns ${this.name} …), or give the library the other name`,
        ),
      );
  }

  private async readForm(form: Form): Promise<void> {
    const { analyzer, library } = this;
    const read = topLevelForm(form, library.source);
    if (read.type === "wrong") {
      const head = form.type === "list" ? plainName(form.items[0]) : undefined;
      analyzer.report(invalidForm(head ?? "a library", read.problem, form.span, read.hint));
    } else if (read.type === "declared")
      for (const target of read.targets) this.readDeclared(target);
    else if (read.type === "definition") {
      const { definition } = read;
      const { name } = definition.target;
      if (this.members.get(name)?.isDefined === true) {
        const problem = `${name} is defined twice in the library`;
        analyzer.report(
          invalidForm("def", problem, form.span, "remove one, or choose another name"),
        );
      } else if (definition.kind === "function") this.readFunction(definition);
      else await this.readConstant(definition);
    }
  }

  private readDeclared(target: Form): void {
    const name = plainName(target);
    if (name === undefined || this.members.has(name)) return;
    const closure = new LibraryClosure(this.name, name, this.hash);
    const member = new Member(this.name, name, {
      kind: "function",
      isPrivate: false,
      span: target.span,
    });
    member.value = closure;
    this.add(member);
  }

  private add(member: Member): void {
    this.members.set(member.name, member);
    this.names.refer(member.name, this.name);
  }

  /** Returns the context of a definition, and begins to note what it reaches. */
  private begin(member: Member): Context {
    this.analyzer.current = member;
    this.analyzer.hasEffects = false;
    this.analyzer.immediate.calls = 0;
    return { scope: new FunctionScope(), names: undefined, recurTarget: undefined, isTail: false };
  }

  private readFunction({ form, target, rest, doc, isPrivate }: DefinitionForm): void {
    const { analyzer, library, parts } = this;
    const { name } = target;
    const declared = this.members.get(name);
    const closure =
      declared?.value instanceof LibraryClosure
        ? declared.value
        : new LibraryClosure(this.name, name, this.hash);
    const member = declaredOr(declared, this.name, name, {
      kind: "function",
      isPrivate,
      span: form.span,
    });
    member.value = closure;
    member.doc = doc;
    member.isDefined = true;
    member.arglists = rest.flatMap((part) => {
      const parameters = part.type === "list" ? part.items[0] : part;
      return parameters?.type === "vector" ? [analyzer.sourceText(parameters.span)] : [];
    });
    if (rest[0]?.type === "vector") member.arglists = member.arglists.slice(0, 1);
    this.add(member);
    const context = this.begin(member);
    const node = functionNode(analyzer, form.span, member.fullName, rest, context, false);
    member.hasEffects = analyzer.hasEffects;
    if (node.type !== "function") return;
    member.arities = aritiesOf(node);
    const { calls } = analyzer.immediate;
    if (calls < mostCalls && node.arities.every(({ body, recurs }) => !body.awaits && !recurs))
      member.immediateCalls = calls;
    closure.code = functionCode(
      node,
      createCompilation(library.source, true, parts.lazy, this.names.renames, this.view.used),
    );
  }

  private async readConstant({
    form,
    target,
    rest,
    doc,
    isPrivate,
  }: DefinitionForm): Promise<void> {
    const { analyzer } = this;
    const { name } = target;
    if (this.members.has(name))
      analyzer.report(
        invalidForm("declare", `${name} is a constant`, form.span, "declare only functions"),
      );
    const member = new Member(this.name, name, {
      kind: "constant",
      isPrivate,
      span: form.span,
    });
    member.doc = doc;
    const [init] = rest;
    if (init === undefined || rest.length > 1) {
      analyzer.report(
        invalidForm("def", "expected one value", form.span, `write (def ${name} value)`),
      );
      return;
    }
    const context = this.begin(member);
    const node = analyzer.analyze(init, context);
    member.hasEffects = analyzer.hasEffects;
    member.isDefined = true;
    this.add(member);
    if (analyzer.missing.size > 0 || analyzer.errors.length > 0) {
      // The value isn't needed: the analysis is repeated, or its mistakes are reported.
      member.value = null;
      return;
    }
    const early = [...member.reachable()].find(({ isDefined }) => !isDefined);
    if (early !== undefined) {
      analyzer.report(
        invalidForm(
          "def",
          `${name} needs ${early.name}, which is defined below`,
          form.span,
          `move (def ${name} …) below ${early.name}`,
        ),
      );
      return;
    }
    await this.compute(member, {
      body: [node],
      frameSize: context.scope.slotCount,
      hasEffects: member.computedReach().hasEffects,
      renames: this.names.renames,
      libraries: this.view.used,
    });
  }

  /** @throws LibraryError */
  private async compute(member: Member, program: AnalyzedProgram): Promise<void> {
    const { library, parts, analyzer } = this;
    const { tools } = member.computedReach();
    const computed = await parts.compute(library.source, program, tools);
    if ("fail" in computed) {
      const { fail } = computed;
      const position = { ...positionAt(library.source, member.span.start), file: library.file };
      const details = { position, ...fail.details };
      throw new parts.LibraryError(this.name, [{ ...fail, details }]);
    }
    member.value = computed.value;
    if (computed.problem !== undefined) {
      const hint = "write a function, which computes the value at each call";
      const problem = `${member.name} ${computed.problem}`;
      analyzer.report(invalidForm("def", problem, member.span, hint));
      return;
    }
    try {
      encodeValue(computed.value, functionEncoder);
    } catch (error) {
      const problem = `${member.name} can't be shared by programs: ${unwritableText(error)}`;
      const hint = "define data or a function; a function may make the value at each call";
      analyzer.report(invalidForm("def", problem, member.span, hint));
    }
  }
}

/** True for a constant whose definition has a mistake of its own. */
function isAttempt({ kind }: Member): boolean {
  return kind === "constant";
}

/** The references to a declared function stay valid. */
function declaredOr(
  declared: Member | undefined,
  library: string,
  name: string,
  options: ConstructorParameters<typeof Member>[2],
): Member {
  return declared === undefined
    ? new Member(library, name, options)
    : declared.definedAt(options.span, options.isPrivate);
}

function aritiesOf({ arities }: FunctionNode): NonNullable<Member["arities"]> {
  const counts = arities.filter(({ rest }) => !rest).map(({ fixed }) => fixed);
  const variadic = arities.find(({ rest }) => rest);
  return { counts: new Set(counts), atLeast: variadic?.fixed };
}

function fullText({ namespace, name }: { namespace?: string; name: string }): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
