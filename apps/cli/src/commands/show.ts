// `ptc show`: what happened in a run, from its step.

import { UsageError } from "../terminal/usage-error.ts";
import type { ShownTurns } from "@ptc/subagent/description";
import type { Command } from "./command.ts";

export const showCommand: Command = {
  name: "show",
  summary: "show what happened in a run, turn by turn",
  usage: [
    "<step.json> [--turns all|last|none|1,3] [--raw] [--messages]",
    "<step.json> [--prompt section] [--usage] [--children n] [--lines n]",
  ],
  arguments: [
    {
      name: "step.json",
      missing: "which step? Name its file, or - for standard input",
      offer: "files",
    },
  ],
  options: {
    turns: {
      value: "which",
      description: "all (default), last, none, or their numbers, such as 1,3",
      offer: ["all", "last", "none"],
    },
    raw: { description: "show the whole answers of the model, not its programs only" },
    messages: { description: "show each message that the model was sent" },
    prompt: {
      value: "section",
      description: "show a section of the system message, such as Tools or Answer, or all of it",
      offer: ["all"],
    },
    usage: { description: "show all that the mission used, as a table" },
    children: {
      value: "n",
      description: "show missions below with their turns, n levels deep; default 0: a line each",
    },
    lines: {
      value: "n",
      description: "show so many lines of a text, a value or a program; default 30",
    },
  },
  notes: [
    "The file is one that ptc run --step or ptc run --json wrote, or the JSON of stepToJson of @ptc/subagent/step-json. What the model was sent is in it with --step, or with the option collectMessages of a run.",
    "What stands behind a bar comes from the run. Firewalled fields are shown, and marked as what the model did not see.",
  ],
  run: async (parsed, host) => {
    const { showStep } = await import("../show/show-step.ts");
    const [path = ""] = parsed.positionals;
    const { flags, values } = parsed;
    const prompt = values.get("prompt");
    return await showStep(host, path, {
      raw: flags.has("raw"),
      messages: flags.has("messages"),
      usage: flags.has("usage"),
      prompt: prompt === "all" ? true : (prompt ?? false),
      turns: turnsOf(values.get("turns")),
      children: numberOf("children", values.get("children") ?? "0", { least: 0, most: 20 }),
      lines: numberOf("lines", values.get("lines") ?? "30", { least: 1, most: 20_000 }),
    });
  },
};

function turnsOf(text = "all"): ShownTurns {
  if (text === "all" || text === "last" || text === "none") return text;
  if (!/^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,99}$/.test(text))
    throw new UsageError("--turns takes all, last, none, or numbers from 1 on, such as 1,3", {
      isAboutArguments: true,
    });
  return text.split(",").map(Number);
}

function numberOf(
  name: string,
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `--${name} takes a whole number from ${String(least)} to ${most.toLocaleString("en-US")}`,
    { isAboutArguments: true },
  );
}
