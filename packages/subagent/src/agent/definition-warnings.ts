// What an agent's options say that is allowed and was probably meant otherwise. A mistake is an
// error of `defineAgent`; these are for whoever writes the agent, and no run says them again.

import { didYouMean } from "@ptc/core/internal/errors";
import type { Signature } from "@ptc/signature";
import { namesIn, type Template } from "../template/parse-template.ts";
import type { AgentTool } from "./agent-tool.ts";
import type { Compaction } from "./compaction-option.ts";
import { isExposed } from "./exposure.ts";
import type { ModeName } from "./mode-name.ts";

interface Defined {
  readonly template: Template;
  readonly signature: Signature;
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly mode: ModeName;
  readonly maxTurns: number;
  readonly retryTurns: number;
  readonly plan: readonly unknown[];
  readonly compaction: Compaction | undefined;
}

export function definitionWarnings({
  template,
  signature,
  tools,
  mode,
  maxTurns,
  retryTurns,
  plan,
  compaction,
}: Defined): readonly string[] {
  const parameters = new Set(signature.parameters.map(({ name }) => name));
  return [
    ...placeholderWarnings(template, parameters),
    ...toolWarnings(tools, parameters),
    ...exposureWarnings(tools, mode),
    ...fileWarnings(tools, mode),
    ...turnWarnings(tools, mode, maxTurns),
    ...compactionWarnings(compaction, maxTurns, retryTurns),
    ...(plan.length > 0 && mode === "text"
      ? ['plan: in the mode "text" there are no programs, which report its steps: it is not shown']
      : []),
  ];
}

/** Where the signature has parameters they are what a prompt is filled with. */
function placeholderWarnings(
  template: Template,
  parameters: ReadonlySet<string>,
): readonly string[] {
  if (parameters.size === 0) return [];
  return [...namesIn(template)]
    .filter((name) => !parameters.has(name))
    .map((name) => {
      const near = didYouMean(name, parameters);
      return `prompt: {{${name}}} is no parameter of the signature${near === undefined ? "; its value must be in the context of every run" : `: ${near}`}`;
    });
}

function toolWarnings(
  tools: ReadonlyMap<string, AgentTool>,
  parameters: ReadonlySet<string>,
): readonly string[] {
  return [...tools].flatMap(([name, { description }]) => [
    ...(description === undefined
      ? [`tools.${name}: has no description; a model knows it by its name and its type only`]
      : []),
    ...(parameters.has(name)
      ? [
          `tools.${name}: has the name of a parameter; programs read data/${name} and call (tool/${name} …), which a model may confuse`,
        ]
      : []),
  ]);
}

/** A tool that is for the model alone, where only programs call tools, or the other way round. */
function exposureWarnings(
  tools: ReadonlyMap<string, AgentTool>,
  mode: ModeName,
): readonly string[] {
  return [...tools].flatMap(([name, tool]) =>
    isExposed(tool, mode, "program") || isExposed(tool, mode, "native")
      ? []
      : [
          `tools.${name}: nobody can call it: it has expose: ${JSON.stringify(tool.expose)}, and in the mode "${mode}" ${mode === "text" ? "there are no programs" : "only programs call tools"}`,
        ],
  );
}

/** A model writes its calls as JSON, in which there are no files. */
function fileWarnings(tools: ReadonlyMap<string, AgentTool>, mode: ModeName): readonly string[] {
  return [...tools].flatMap(([name, tool]) => {
    const file = (tool.contract.parameters ?? []).find(
      ({ type, optional }) => type.kind === "file" && !optional,
    );
    const isUsable = file === undefined || !isExposed(tool, mode, "native");
    return isUsable
      ? []
      : [
          `tools.${name}: takes a file, ${file.name}, which only a program can give: have programs call it, expose: "program" in the mode "combined"`,
        ];
  });
}

/** A single turn is that of the answer. */
function turnWarnings(
  tools: ReadonlyMap<string, AgentTool>,
  mode: ModeName,
  maxTurns: number,
): readonly string[] {
  const isCalling = mode === "combined" || (mode === "text" && tools.size > 0);
  return isCalling && maxTurns === 1
    ? ["maxTurns: 1 leaves no turn for calls: in this mode the last turn is for the answer"]
    : [];
}

/** The conversation is looked at before each turn but the first. */
function compactionWarnings(
  compaction: Compaction | undefined,
  maxTurns: number,
  retryTurns: number,
): readonly string[] {
  const { turns, tokens } = compaction?.trigger ?? {};
  const most = maxTurns + retryTurns - 1;
  return turns === undefined || tokens !== undefined || most >= turns
    ? []
    : [
        `compaction: begins when the conversation has ${String(turns)} turns, and no request of this agent has more than ${String(most)} before it (maxTurns)`,
      ];
}
