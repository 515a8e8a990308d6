// Warns about agent options that are allowed but probably not intended. Mistakes make `defineAgent`
// throw instead. The warnings are for the author of the agent, so runs don't repeat them.

import { didYouMean } from "@ptc/core/internal/errors";
import type { Signature } from "@ptc/signature";
import { namesIn, type Template } from "../template/parse-template.ts";
import type { AgentTool } from "./agent-tool.ts";
import type { Compaction } from "./compaction-option.ts";
import { isExposed } from "../mode-traits/exposure.ts";
import { modesWithBothCallers, traitsOf, type ModeName } from "../mode-traits/mode-table.ts";

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
    ...(plan.length > 0 && traitsOf({ mode }).programsIn === "nowhere"
      ? [
          `plan: not shown, because programs report its steps, but in mode "${mode}" the model writes no programs`,
        ]
      : []),
  ];
}

/** A signature with parameters should declare every placeholder of the prompt. */
function placeholderWarnings(
  template: Template,
  parameters: ReadonlySet<string>,
): readonly string[] {
  if (parameters.size === 0) return [];
  return [...namesIn(template)]
    .filter((name) => !parameters.has(name))
    .map((name) => {
      const near = didYouMean(name, parameters);
      return `prompt: {{${name}}} is not a parameter of the signature${near === undefined ? "; its value must be in the context of every run" : `: ${near}`}`;
    });
}

function toolWarnings(
  tools: ReadonlyMap<string, AgentTool>,
  parameters: ReadonlySet<string>,
): readonly string[] {
  return [...tools].flatMap(([name, { description }]) => [
    ...(description === undefined
      ? [`tools.${name}: has no description; the model sees only its name and type`]
      : []),
    ...(parameters.has(name)
      ? [
          `tools.${name}: has the name of a parameter; a model may confuse data/${name} and (tool/${name} …)`,
        ]
      : []),
  ]);
}

/** A tool is useless if the layer that may call it can't call tools in this mode. */
function exposureWarnings(
  tools: ReadonlyMap<string, AgentTool>,
  mode: ModeName,
): readonly string[] {
  return [...tools].flatMap(([name, tool]) =>
    isExposed(tool, mode, "program") || isExposed(tool, mode, "native")
      ? []
      : [
          `tools.${name}: this tool can never be called: it has expose: ${JSON.stringify(tool.expose)}, but in mode "${mode}" ${traitsOf({ mode }).programsIn === "nowhere" ? "the model writes no programs" : "only programs call tools"}`,
        ],
  );
}

/** Native calls are JSON, which can't contain files. */
function fileWarnings(tools: ReadonlyMap<string, AgentTool>, mode: ModeName): readonly string[] {
  const others = modesWithBothCallers().map((other) => JSON.stringify(other));
  return [...tools].flatMap(([name, tool]) => {
    const file = (tool.contract.parameters ?? []).find(
      ({ type, optional }) => type.kind === "file" && !optional,
    );
    const isUsable = file === undefined || !isExposed(tool, mode, "native");
    return isUsable
      ? []
      : [
          `tools.${name}: only programs can pass its file parameter ${file.name}: set expose: "program", and use mode ${others.join(" or ")}`,
        ];
  });
}

/** A single turn is the turn for the answer. */
function turnWarnings(
  tools: ReadonlyMap<string, AgentTool>,
  mode: ModeName,
  maxTurns: number,
): readonly string[] {
  const { answerer, programsIn } = traitsOf({ mode });
  const isCalling = answerer === "model" && (programsIn !== "nowhere" || tools.size > 0);
  return isCalling && maxTurns === 1
    ? ["maxTurns: 1 leaves no turn for calls, because the last turn in this mode is for the answer"]
    : [];
}

/** Compaction is checked before each turn except the first. */
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
        `compaction: never happens, because it starts at ${String(turns)} turns and a request of this agent has at most ${String(most)} before it (maxTurns)`,
      ];
}
