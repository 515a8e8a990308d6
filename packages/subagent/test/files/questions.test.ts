// Questions of programs to models, and child missions, get files as arguments. Programs see a file
// as a map of its fields.

import { createScriptedModel, type ModelRequest } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  asTool,
  defineAgent,
  llmQuery,
  llmTool,
  run,
  tool,
  type AgentTools,
} from "../../src/index.ts";
import { imageNamed, photo, scan, userFiles, userText } from "./scenes.ts";

const fields = Object.fromEntries(Object.entries(photo));

/** Runs a program, and returns the requests to the model of its tools. */
async function ran(
  program: string,
  tools: AgentTools = {},
  context: Record<string, unknown> = { photo, scan },
  answers: readonly string[] = ["a cat", "a dog", "a bird"],
) {
  const asked: ModelRequest[] = [];
  const other = createScriptedModel(
    answers.map((answer) => (request: ModelRequest) => {
      asked.push(request);
      return answer;
    }),
  );
  const step = await run(defineAgent({ prompt: "Work.", tools }), {
    llm: createScriptedModel([program]),
    llmRegistry: { other },
    context,
    journal: {},
  });
  return {
    step,
    value: step.ok ? step.return : step.fail.message,
    asked,
    texts: asked.map(userText),
    names: asked.map((request) => userFiles(request).map(({ filename }) => filename)),
  };
}

const describing = llmTool({
  prompt: "What is on {{photo}}?",
  signature: "(photo :file) -> :string",
  llm: "other",
});

describe("programs and files", () => {
  test("programs read the fields of a file in either spelling, and never its contents", async () => {
    const { value } = await ran(
      '(return [(:name data/photo) (:media-type data/photo) (:size_bytes data/photo) (get data/photo "digest") (count data/photo) (:data data/photo) (:content data/photo) (map? data/photo)])',
    );
    expect(value).toEqual(["a.png", "image/png", 3, photo.digest, 4, null, null, true]);
  });

  test("programs return, store and print a file as a plain map", async () => {
    const { step } = await ran(
      "(def kept data/photo) (println data/photo) (return {:best data/photo})",
    );
    expect(step.ok && step.return).toStrictEqual({ best: fields });
    expect(step.prints[0]).toContain("{name a.png, media_type image/png, size_bytes 3, digest ");
    expect(JSON.stringify(step.memory.toJSON())).toContain(photo.digest);
    expect(step.memory.toHost()["kept"]).toEqual(new Map(Object.entries(fields)));
  });

  test("distinguishes files that differ only in their bytes", async () => {
    const { value } = await ran(
      "(return (count (distinct data/all)))",
      {},
      {
        all: [imageNamed("a", 1), imageNamed("a", 2), imageNamed("a", 1)],
      },
    );
    expect(value).toBe(2);
  });

  test("returns the fields if the signature asks for a file", async () => {
    const chosen = await run(
      defineAgent({ prompt: "Choose.", signature: "(photos [:file]) -> {best :file}" }),
      { llm: () => "(return {:best (last data/photos)})", context: { photos: [scan, photo] } },
    );
    expect(chosen.ok && chosen.return).toStrictEqual({ best: fields });
  });

  test("stores the fields in the journal", async () => {
    const step = await run(defineAgent({ prompt: "Work." }), {
      llm: () => '(return (task "pick" data/photo))',
      context: { photo },
      journal: {},
    });
    expect(step.ok && step.return).toEqual(fields);
    expect(JSON.stringify(step.journal)).toContain(photo.digest);
  });
});

describe("a question to a model with files", () => {
  test("attaches the file that the prompt of a question names", async () => {
    const { value, texts, asked } = await ran("(return (tool/describe {:photo data/photo}))", {
      describe: describing,
    });
    expect(value).toBe("a cat");
    expect(texts).toEqual(["What is on [file 1: a.png, image/png, 3 B]?"]);
    expect(asked.map(userFiles)).toMatchObject([[{ data: Uint8Array.of(1, 2, 3) }]]);
  });

  test("attaches files in arguments that the prompt doesn't name", async () => {
    const { texts, names } = await ran(
      '(return (tool/llm-query {:prompt "Which is older?" :llm "other" :photos [data/photo data/scan] :row {:id 1 :scan data/scan}}))',
      { "llm-query": llmQuery() },
    );
    expect(texts[0]).toContain(
      '<data kind="argument">\n[file 1: a.png, image/png, 3 B] [file 2: b.pdf, application/pdf, 1.2 kB]\n</data>',
    );
    expect(texts[0]).toContain('{"id" 1, "scan" [file 2: b.pdf, application/pdf, 1.2 kB]}');
    expect(names).toEqual([["a.png", "b.pdf"]]);
  });

  test("attaches files in values from memory", async () => {
    const first = await ran("(def kept {:scans [data/scan]}) (return 1)");
    const { names, texts } = await ran(
      '(return (tool/llm-query {:prompt "Look." :llm "other" :all data/kept}))',
      { "llm-query": llmQuery() },
      { kept: first.step.memory.get("kept") },
    );
    expect(texts[0]).toContain("[[file 1: b.pdf, application/pdf, 1.2 kB]]");
    expect(names).toEqual([["b.pdf"]]);
  });

  test("asks again for a file that differs only in its bytes, and not for the same file", async () => {
    const { value, asked } = await ran(
      "(return (mapv #(tool/describe {:photo %}) data/all))",
      { describe: { ...describing, cache: true } },
      { all: [imageNamed("a", 1), imageNamed("a", 2), imageNamed("a", 1)] },
    );
    expect(value).toEqual(["a cat", "a dog", "a cat"]);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["a copy of its fields", '(tool/describe {:photo (assoc data/photo :note "x")})'],
    ["made-up fields", '(tool/describe {:photo {:media_type "image/png" :digest "d1"}})'],
    ["its fields from a task", '(tool/describe {:photo (task "t" data/photo)})'],
    ["its name", '(tool/describe {:photo "a.png"})'],
  ])("doesn't ask with %s in place of the file", async (_, call) => {
    const { value, asked } = await ran(
      `(return (try ${call} (catch Exception e (ex-message e))))`,
      { describe: describing },
    );
    expect(value).toContain("photo: expected file, got ");
    expect(value).toContain("a file value from data, not just its fields");
    expect(asked).toHaveLength(0);
  });

  test.each([
    ["under its name", "(tool/describe {:photo data/_photo})"],
    ["from a map", "(tool/describe {:photo (:scan data/_report)})"],
    ["in a list", "(tool/describe {:photo (first (map :_photo [data/row]))})"],
  ])("doesn't attach a firewalled file %s to a question", async (_, call) => {
    const { asked, names, texts } = await ran(
      `(return ${call})`,
      { describe: describing },
      { _photo: photo, _report: { scan: photo }, row: { _photo: photo } },
    );
    expect(asked).toHaveLength(1);
    expect(texts).toEqual(["What is on <Firewalled>?"]);
    expect(names).toEqual([[]]);
  });
});

describe("a child mission with files", () => {
  const child = defineAgent({
    prompt: "Read {{scan}}.",
    signature: "(scan :file) -> {name :string}",
    llm: "other",
  });

  test("a child mission gets files and passes them on", async () => {
    const { value, names } = await ran(
      "(return (tool/child {:scan data/scan}))",
      { child: asTool(child) },
      { scan },
      ["(return {:name (:name data/scan)})"],
    );
    expect(value).toEqual({ name: "b.pdf" });
    expect(names).toEqual([["b.pdf"]]);
  });
});

describe("a host tool with files", () => {
  test("a host tool gets the file with its contents", async () => {
    const seen: unknown[] = [];
    const keep = tool({
      signature: "(photo :file) -> :int",
      execute: ({ photo: given }) => {
        seen.push(given);
        return given.size_bytes ?? 0;
      },
    });
    const { value, step } = await ran("(return (tool/keep {:photo data/photo}))", { keep });
    expect(value).toBe(3);
    expect(seen).toEqual([photo]);
    expect(seen[0]).toBe(photo);
    expect(JSON.parse(JSON.stringify(step.toolCalls[0]?.args))).toEqual({ photo: fields });
  });

  test("a host tool may return a file, which a question attaches", async () => {
    const { names } = await ran("(return (tool/describe {:photo (tool/load)}))", {
      load: () => imageNamed("loaded.png"),
      describe: describing,
    });
    expect(names).toEqual([["loaded.png"]]);
  });
});
