// Repeats a run with labels, to find where the arguments of its calls come from. Its tools give the
// answers of the run that it repeats, so it has no effects.

import type { Tool, ToolArguments, ToolContext, TraceScope } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import type { AnalyzedProgram } from "../analysis/core-tree.ts";
import type { Compilation, LazyParts } from "../compile/compilation.ts";
import { recompiled } from "./recompiled.ts";
import { Branch } from "../evaluation/branches/branch.ts";
import type { EvaluationOptions, ProgramSettings } from "../evaluation/evaluation-options.ts";
import { after, type Result } from "../evaluation/result.ts";
import type { EvaluatorParts } from "./evaluator-parts.ts";
import { type FollowedSource, FollowedProgram } from "./followed-code.ts";
import { Following, type FollowingOptions } from "./following.ts";
import { plain } from "./labeled.ts";
import { labeledDefinitions, type LabeledDefinition } from "./memory-origins.ts";

export interface FollowedRunOptions {
  readonly source: string;
  readonly program: AnalyzedProgram;
  /** Its trace has no listener. */
  readonly options: EvaluationOptions & { readonly trace: TraceScope };
  readonly settings: ProgramSettings;
  readonly following: Omit<FollowingOptions, "follow">;
  /** The labels of definitions of earlier programs, by name. */
  readonly memory: ReadonlyMap<string, LabeledDefinition>;
}

/** The state after a followed run, and its value. */
export interface FollowedRun {
  readonly following: Following;
  readonly value: Value;
  /** The labels of all definitions. */
  readonly definitions: ReadonlyMap<string, LabeledDefinition>;
}

/** Runs to the end, or to the first error. Calls are reported while it runs. */
export async function followRun(
  [EvaluationOfParts, compileProgram, lazy, outcomeOf]: EvaluatorParts,
  given: FollowedRunOptions,
): Promise<FollowedRun> {
  const { source, program, options, settings, memory } = given;
  const following: Following = new Following({
    ...given.following,
    follow: (code) => recompiled(code, (compilation) => inFollowed(compilation, lazy, following)),
  });
  for (const [name, { label, inside }] of memory) {
    following.definitions.set(name, label);
    following.seen |= label.deep;
    for (const field of inside?.fields?.values() ?? []) following.seen |= field.deep;
  }
  const whole: FollowedSource = {
    source,
    renames: program.renames,
    libraries: program.libraries,
    lazy,
  };
  const compilation = new FollowedProgram(whole, following);
  const followed = compileProgram(source, program, true, lazy, compilation);
  const code = {
    ...followed,
    run: (branch: Branch): Result => after(followed.run(branch), plain),
  };
  const tools = new Map<string, Tool>();
  for (const [name, tool] of settings.tools)
    tools.set(name, {
      ...tool,
      execute: (args: ToolArguments, context: ToolContext) => {
        // Code that isn't followed has called it, so its answer may be anywhere.
        if (!following.isAnnounced(context.callId))
          following.lose(following.origins.bitOf("tool", name));
        return tool.execute(args, context);
      },
    });
  const evaluation = new EvaluationOfParts(
    options,
    { ...settings, tools, generation: undefined },
    options.trace,
    code,
  );
  for (const [name, { inside }] of memory)
    if (inside !== undefined)
      following.inside.set(evaluation.globals?.get(name)?.value ?? null, inside);
  try {
    const branch = Branch.root(settings.limits, evaluation);
    const { value } = await outcomeOf(code, branch, evaluation.clock.monotonic(), undefined);
    const values = Array.from(evaluation.globals ?? [], ([name, cell]): [string, Value] => [
      name,
      cell.value ?? null,
    ]);
    return { following, value, definitions: labeledDefinitions(following, values) };
  } finally {
    evaluation.end();
  }
}

function inFollowed(compilation: Compilation, lazy: LazyParts, following: Following): Compilation {
  const { libraries } = compilation.world;
  return new FollowedProgram(
    {
      source: "",
      renames: [],
      ...compilation.world,
      libraries,
      lazy,
    },
    following,
  );
}
