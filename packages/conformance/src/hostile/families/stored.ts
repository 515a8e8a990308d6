// Attacks with stored memory, journals and steps: as written, tampered with, or made by someone who
// knows the format.

import { decodeMemory, run } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run as runAgent } from "@ptc/subagent";
import { stepFromJson, stepToJson } from "@ptc/subagent/step-json";
import { Random } from "../../fuzz/random.ts";
import { family, type Family } from "../family.ts";
import { judgeOptions, stepFault } from "../judge.ts";
import { unexpected } from "../measured.ts";
import { jsonText } from "../shapes/json-text.ts";
import { damagedText, tampered, type Json } from "../tamper.ts";
import {
  hostOfProgram,
  hostileProgram,
  sourceOfProgram,
  type HostileProgram,
} from "./hostile-program.ts";

interface Stored {
  readonly as: "memory" | "journal" | "step";
  /** The program that wrote it. */
  readonly program: HostileProgram;
  /** The program that reads it. */
  readonly look: string;
  readonly seed: number;
  readonly isTampered: boolean;
}

const kept: readonly string[] = [
  "(def kept _)",
  "(defn f [x] [x _])",
  "(def g (partial f _))",
  '(task "a" _)',
  '(task "a" [_ (tool/give {})])',
  "(def s (sorted-map-by > 1 _))",
  "(return _)",
];

/** Ways to read the stored data. */
const looks: readonly string[] = [
  "[kept s]",
  "(f 1)",
  "(g)",
  "(= kept (f kept))",
  "(hash [kept s])",
  "(count (str kept))",
  '(task "a" 1)',
  '(count (pr-str (task "a" 1)))',
  "(sort (vals kept))",
  "(map f [kept s])",
  "(def kept [kept kept])",
  "(frequencies kept)",
];

export const storedFamily: Family = family(
  "stored",
  12,
  (random, corpus): Stored => {
    const program = hostileProgram(
      random,
      corpus,
      random.pick(["collisions", "integers", "any"]),
      [],
    );
    const value = random.chance(0.5) ? random.pick(["data/x", "SHAPE"]) : program.source;
    const forms = Array.from({ length: 1 + random.below(3) }, () =>
      random.pick(kept).replace("_", () => value),
    );
    const look = random.pick(looks);
    return {
      as: random.pick(["memory", "journal", "step"]),
      program: { ...program, source: forms.join(" ") },
      look: random.chance(0.5) ? look : `(do ${look} ${corpus.program(looks)})`,
      seed: random.below(2 ** 31),
      isTampered: random.chance(0.8),
    };
  },
  async (stored) => {
    const json = stored.as === "step" ? await missionJson(stored) : await runJson(stored);
    if (json === undefined) return undefined;
    const random = new Random(stored.seed);
    const other = JSON.parse(jsonText(stored.program.shape)) as Json;
    let given: unknown = stored.isTampered ? tampered(json, other, random) : json;
    if (random.chance(0.1)) {
      try {
        given = JSON.parse(damagedText(JSON.stringify(given), random));
      } catch {
        return undefined;
      }
    }
    return read(stored, given);
  },
);

async function runJson({ as, program }: Stored): Promise<Json | undefined> {
  const step = await run(sourceOfProgram(program), judgeOptions(hostOfProgram(program)));
  if (as === "journal") return (step.journal ?? {}) as Json;
  return step.ok ? step.memory.toJSON() : undefined;
}

async function missionJson({ program }: Stored): Promise<Json> {
  const { context, tools } = hostOfProgram(program);
  const { limits } = judgeOptions();
  const agent = defineAgent({
    prompt: "Go.",
    maxTurns: 2,
    tools: { give: tools["give"] ?? (() => null) },
    ...(limits === undefined ? {} : { limits }),
  });
  const step = await runAgent(agent, {
    llm: createScriptedModel([`\`\`\`clojure\n${sourceOfProgram(program)}\n\`\`\``, "(return 1)"]),
    context,
    journal: {},
  });
  return JSON.parse(JSON.stringify(stepToJson(step))) as Json;
}

async function read({ as, look }: Stored, json: unknown): Promise<string | undefined> {
  if (as === "step") {
    const result = await stepFromJson(json);
    return result.ok || result.message !== "" ? undefined : "refuses a step without a message";
  }
  let options;
  try {
    options =
      as === "memory"
        ? { memory: await decodeMemory(json) }
        : { journal: json as Readonly<Record<string, unknown>> };
  } catch (error) {
    return unexpected(error, ["DecodingError", "WorkLimitError", "DataDepthError", "OptionError"]);
  }
  try {
    return await stepFault(await run(look, { ...judgeOptions(), ...options }));
  } catch (error) {
    return unexpected(error, ["OptionError"]);
  }
}
