// JSON answers with tokens of a chat template or invisible characters around them. Both belong to
// the model's server, so they are removed as they are around programs.
import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { run } from "../src/index.ts";

const json = '{"label": "a</s>", "n": 1}';
const value = { label: "a</s>", n: 1 };

const answered = (answer: string, mode: "text" | "combined") =>
  run("Label it.", {
    llm: createScriptedModel([answer]),
    mode,
    signature: "-> {label :string, n :int}",
    maxTurns: 1,
  });

describe.each(["text", "combined"] as const)("a JSON answer in the mode %s", (mode) => {
  test.each([
    ["an end token of ChatML", `${json}<|im_end|>`],
    ["an end token of Llama", `${json}<|eot_id|>`],
    ["an end token of Mistral", `${json}</s>`],
    ["an end token of Gemma", `${json}<end_of_turn>`],
    ["a token on its own line", `${json}\n<|endoftext|>\n`],
    ["two tokens", `${json}<|im_end|><|endoftext|>`],
    ["zero-width spaces", `\u200B${json}\u200B`],
    ["a byte-order mark before it", `\uFEFF${json}`],
    ["direction marks and a token", `\u200E${json}\u200F<eos>`],
    ["the tokens of a turn", `<|im_start|>assistant\n${json}<|im_end|>`],
    ["the channels of harmony", `<|channel|>final <|constrain|>json<|message|>${json}<|return|>`],
  ])("is read with %s", async (_, answer) => {
    const step = await answered(answer, mode);
    expect(step.ok ? step.return : step.fail.message).toEqual(value);
  });

  test("isn't read if prose that looks like a token is within the JSON", async () => {
    expect((await answered('{"label": "a", <|im_end|> "n": 1}', mode)).ok).toBe(false);
  });
});
