// Analyzes the source of a library. Unlike a program, it names tools that are known only later, and
// its definitions are its own instead of the user's.

import type { Form, Span } from "@ptc/parser";
import { Analyzer } from "../analysis/analyzer.ts";
import type { Advice } from "../analysis/advice.ts";
import type { LazyForms } from "../analysis/analysis.ts";
import { invalidForm } from "../analysis/analysis-error.ts";
import type { Node } from "../analysis/core-tree.ts";
import { plainName } from "../analysis/form-tools.ts";
import type { KnownLibraries } from "../analysis/analysis.ts";
import { findName, type Context } from "../analysis/scope.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import type { Site } from "../evaluation/site.ts";
import type { Member } from "./member.ts";

interface LibraryAnalyzerOptions {
  readonly source: string;
  readonly file: string;
  readonly builtins: BuiltinLibrary;
  readonly lazyForms: LazyForms | undefined;
  readonly advice: Advice | undefined;
  readonly libraries: KnownLibraries;
}

const definitions: ReadonlySet<string> = new Set(["def", "defonce", "defn", "defn-", "declare"]);

/** Names that are not tools, unless a run has a tool with the name. */
const discovery: ReadonlySet<string> = new Set(["search", "servers"]);

export class LibraryAnalyzer extends Analyzer {
  /** The definition that is being analyzed. */
  current: Member | undefined = undefined;
  private readonly file: string;

  constructor({ file, ...options }: LibraryAnalyzerOptions) {
    super({
      ...options,
      toolNames: new Map(),
      memoryNames: new Set(),
      mayRely: false,
    });
    this.file = file;
  }

  override findTool(name: string): string | undefined {
    if (discovery.has(name)) return undefined;
    this.current?.tools.add(name);
    return name;
  }

  override site(span: Span, operation: string): Site {
    return { ...super.site(span, operation), file: this.file };
  }

  override analyze(form: Form, context: Context): Node {
    const head = form.type === "list" ? plainName(form.items[0]) : undefined;
    if (head === undefined || !definitions.has(head) || findName(context.names, head) !== undefined)
      return super.analyze(form, context);
    return this.report(
      invalidForm(
        head,
        "a library has definitions only at its top level",
        form.span,
        "use let for a value inside of a function",
      ),
    );
  }
}
