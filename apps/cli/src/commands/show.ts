// `ptc show`: shows a run, from its step.

import { UsageError } from "../terminal/usage-error.ts";
import type { ShownTurns } from "@ptc/subagent/description";
import type { Command } from "./command.ts";

export const showCommand: Command = {
  name: "show",
  summary: "show a run turn by turn, from its step",
  usage: [
    "<step.json> [--turns all|last|none|1,3] [--raw] [--messages]",
    "<step.json> [--prompt section] [--usage] [--children n] [--lines n]",
  ],
  arguments: [
    {
      name: "step.json",
      missing: "missing step: pass its file, or - for standard input",
      offer: "files",
    },
  ],
  options: {
    turns: {
      value: "which",
      description: "all (default), last, none, or numbers such as 1,3",
      offer: ["all", "last", "none"],
    },
    raw: { description: "show the model's full answers instead of just its programs" },
    messages: { description: "show each message to the model" },
    prompt: {
      value: "section",
      description: "show a section of the system message, such as Tools or Answer, or all sections",
      offer: ["all"],
    },
    usage: { description: "show the usage of the mission as a table" },
    children: {
      value: "n",
      description: "show the turns of child missions, n levels deep (default 0: one line each)",
    },
    lines: {
      value: "n",
      description: "show at most n lines of each text, value or program (default 30)",
    },
  },
  notes: [
    "The file comes from ptc run --step or ptc run --json, or from stepToJson of @ptc/subagent/step-json. It contains the messages to the model if the run had --step or the option collectMessages.",
    "The file can also be a checkpoint of ptc run. Its calls that wait are then shown.",
    "Text after a bar comes from the run. Firewalled fields are shown, marked as hidden from the model.",
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
    throw new UsageError("--turns needs all, last, none, or numbers such as 1,3", {
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
    `--${name} needs a whole number from ${String(least)} to ${most.toLocaleString("en-US")}`,
    { isAboutArguments: true },
  );
}
