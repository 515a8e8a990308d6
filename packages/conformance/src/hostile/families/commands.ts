// Attacks the command line: any arguments, files and standard input; batch requests; and missions
// that return tables.

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Random } from "../../fuzz/random.ts";
import { family, type Family } from "../family.ts";
import type { CommandHost } from "../run-command.ts";
import { jsonText } from "../shapes/json-text.ts";
import { randomShape } from "../shapes/random-shape.ts";
import type { Shape } from "../shapes/shape.ts";
import { damagedText, tampered, type Json } from "../tamper.ts";
import { hostileProgram, sourceOfProgram, type HostileProgram } from "./hostile-program.ts";

type Command =
  | { readonly of: "arguments"; readonly words: readonly Shape[]; readonly input: Shape }
  | {
      readonly of: "batch";
      readonly program: HostileProgram;
      readonly rows: number;
      readonly seed: number;
    }
  | { readonly of: "table"; readonly answer: Shape; readonly columns: number };

const words: readonly string[] = [
  ...["eval", "run", "--help", "--version", "--batch", "--json", "--context", "--file", "-c", "-f"],
  ...[
    "--context=x.json",
    "--json=1",
    "-",
    "--",
    "-jf",
    "--batc",
    "",
    "x.json",
    "x.clj",
    "/dev/null",
  ],
  ...[
    "(+ 1 2)",
    "(println data/a)",
    "data/x",
    "--trace",
    "--recording=x.json",
    ".",
    "..",
    "--no-json",
  ],
];

export const commandFamily: Family = family(
  "commands",
  6,
  (random, corpus): Command => {
    const kind = random.fraction();
    if (kind < 0.4) {
      const word = (): Shape =>
        random.chance(0.8)
          ? { is: "text", piece: random.pick(words), times: 1 }
          : randomShape(random, "texts", 20_000, 3);
      return {
        of: "arguments",
        words: Array.from({ length: random.below(6) }, word),
        input: randomShape(random, "texts", 50_000),
      };
    }
    if (kind < 0.8)
      return {
        of: "batch",
        program: hostileProgram(random, corpus, random.pick(["collisions", "integers", "texts"]), [
          "m",
        ]),
        rows: 1 + random.below(4),
        seed: random.below(2 ** 31),
      };
    return {
      of: "table",
      answer: randomShape(random, "any", 100_000),
      columns: 1 + random.below(200),
    };
  },
  async (command, { folder: ground, commands }) => {
    const folder = mkdtempSync(join(ground, "command-"));
    try {
      if (command.of === "arguments") return await argumentsFault(command, folder, commands);
      return await (command.of === "batch"
        ? batchFault(command, folder, commands)
        : tableFault(command, folder, commands));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

async function argumentsFault(
  { words: given, input }: Command & { of: "arguments" },
  folder: string,
  commands: CommandHost,
): Promise<string | undefined> {
  const text = jsonText(input);
  writeFileSync(join(folder, "x.json"), text);
  writeFileSync(join(folder, "x.clj"), text);
  const commandLine = given.map((word) => String(JSON.parse(jsonText(word))));
  // The REPL starts its own thread.
  if (commandLine[0] === "repl") return undefined;
  return (await commands.run(commandLine, { folder, input: text })).fault;
}

async function batchFault(
  { program, rows, seed }: Command & { of: "batch" },
  folder: string,
  commands: CommandHost,
): Promise<string | undefined> {
  const random = new Random(seed);
  const other = JSON.parse(jsonText(program.shape)) as Json;
  const lines = Array.from({ length: rows }, (_, id) => {
    const request: Json = {
      ...{ id, program: sourceOfProgram(program), context: { x: other }, memory: { m: other } },
      ...{ tools: { give: { returns: other }, echo: "echo" }, timeout: 1_000 },
      signature: "() -> {a :int}",
    };
    const line = JSON.stringify(random.chance(0.3) ? request : tampered(request, other, random));
    return random.chance(0.2) ? damagedText(line, random).replaceAll("\n", " ") : line;
  });
  const { fault, output, code } = await commands.run(["eval", "--batch"], {
    folder,
    input: lines.join("\n"),
  });
  if (fault !== undefined) return fault;
  if (code !== 0) return `a batch ends with code ${String(code)}`;
  const answers = output.split("\n").slice(0, -1);
  const asked = lines.filter((line) => line.replace(/^\ufeff/, "").trim() !== "").length;
  if (answers.length !== asked)
    return `${String(asked)} requests have ${String(answers.length)} answers`;
  const wrong = answers.find(
    (line) => typeof (JSON.parse(line) as { ok?: unknown }).ok !== "boolean",
  );
  return wrong === undefined ? undefined : `answers ${wrong.slice(0, 200)}`;
}

/** The maximum size of a table of 1,000 rows with 40 columns. */
const longestTable = 20_000_000;

const answering = "(return (if (coll? data/answer) data/answer [{:a data/answer}]))";

async function tableFault(
  { answer, columns }: Command & { of: "table" },
  folder: string,
  commands: CommandHost,
): Promise<string | undefined> {
  const mission = join(folder, "m");
  mkdirSync(mission);
  const subagent = pathToFileURL(
    join(import.meta.dirname, "../../../../subagent/src/index.ts"),
  ).href;
  writeFileSync(join(mission, "answer.json"), jsonText(answer));
  writeFileSync(
    join(mission, "mission.mjs"),
    `import { readFileSync } from "node:fs";
     import { defineAgent } from ${JSON.stringify(subagent)};
     const file = new URL("answer.json", import.meta.url);
     export default {
       title: "t",
       agent: defineAgent({ prompt: "Go.", maxTurns: 1 }),
       context: () => ({ answer: JSON.parse(readFileSync(file, "utf8")) }),
     };\n`,
  );
  writeFileSync(
    join(mission, "recording.json"),
    JSON.stringify({
      format: "ptc-recording",
      version: 1,
      model: "none",
      recordedAt: "2025-01-31T09:30:00.000Z",
      answers: [{ text: `\`\`\`clojure\n${answering}\n\`\`\`` }],
    }),
  );
  const { fault, output } = await commands.run(["run", "m"], { folder, input: "", columns });
  if (fault !== undefined) return fault;
  return output.length > longestTable
    ? `a table has ${String(output.length)} characters`
    : undefined;
}
