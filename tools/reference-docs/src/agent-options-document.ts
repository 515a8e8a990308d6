// Writes agent-options.md: the options of an agent, in the groups of their table, with the doc
// comments that editors show.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { agentOptionGroups } from "../../../packages/subagent/src/agent/agent-option-table.ts";
import { code, prose, table } from "./markdown.ts";

const source = join(
  import.meta.dirname,
  "../../../packages/subagent/src/agent/agent-option-table.ts",
);

const titles: Readonly<Record<keyof typeof agentOptionGroups, string>> = {
  main: "First fifteen",
  identity: "Identity",
  budget: "Budget",
  toolCall: "Tool calls",
  memory: "Memory",
  prompt: "Prompt",
  request: "Requests",
  check: "Checks",
};

export function agentOptionsDocument(): string {
  const text = readFileSync(source, "utf8");
  return `${[
    "# Options of an agent",
    "These are the options of `defineAgent`. Only `prompt` is required. You can override most of them for one run: `run(agent, { llm, maxTurns: 3 })`. The exceptions are `prompt`, `signature`, `output`, `depsType`, `llm` and `firewall`; a run has options of its own with the last two names.",
    ...Object.entries(agentOptionGroups).flatMap(([group, options]) => [
      `## ${titles[group as keyof typeof agentOptionGroups]}`,
      commentBefore(text, `const ${group}Group = {`),
      table(
        ["option", "meaning"],
        Object.keys(options).map((name) => [
          code(name),
          prose(commentBefore(text, `  ${name}: option`)),
        ]),
      ),
    ]),
  ].join("\n\n")}\n`;
}

/** The text of the doc comment above the line that starts with `declaration`. */
function commentBefore(text: string, declaration: string): string {
  const end = text.indexOf(`\n${declaration}`);
  const start = text.lastIndexOf("/**", end);
  if (end < 0 || start < 0) throw new Error(`no doc comment above ${declaration}`);
  return text
    .slice(start + 3, end)
    .replace(/\*\/\s*$/, "")
    .replaceAll(/^\s*\* ?/gm, "")
    .replaceAll("\\\\", "\\")
    .replaceAll(/\s+/g, " ")
    .trim();
}
