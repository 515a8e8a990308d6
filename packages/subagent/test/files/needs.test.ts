// A model that doesn't accept a file is refused before it is called.

import { createScriptedModel, toLanguageModel, type ModelFunction } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { asTool, contextFile, defineAgent, llmTool, run } from "../../src/index.ts";
import { photo, scan } from "./scenes.ts";

const agent = defineAgent({ prompt: "Read {{file}}.", signature: "(file :file) -> :any" });
const link = contextFile({ url: "https://a.example/x.pdf", mediaType: "application/pdf" });

/** Returns what is wrong with a model that accepts `files`, and how often it was called. */
async function asked(
  files: readonly string[] | undefined,
  file = photo,
  fileUrls?: readonly string[],
) {
  let requests = 0;
  const answer: ModelFunction = () => {
    requests += 1;
    return "(return 1)";
  };
  const llm = toLanguageModel(answer, {
    provider: "acme",
    modelId: "one",
    capabilities: {
      ...(files === undefined ? {} : { files }),
      ...(fileUrls === undefined ? {} : { fileUrls }),
    },
  });
  const step = await run(agent, { llm, context: { file } });
  return { step, fail: step.ok ? undefined : step.fail, requests };
}

describe("a model that accepts the files", () => {
  test.each([
    ["that accepts this type", ["image/png"]],
    ["that accepts all types of the kind", ["application/pdf", "image/*"]],
    ["that accepts everything", ["*/*"]],
  ])("calls a model %s", async (_, files) => {
    expect(await asked(files)).toMatchObject({ step: { ok: true }, requests: 1 });
  });

  test("calls a model that accepts URLs with a URL", async () => {
    const { step } = await asked(["application/pdf"], link, ["application/*"]);
    expect(step.ok).toBe(true);
  });

  test("calls a model without file support if the prompt names no files", async () => {
    const quiet = defineAgent({ prompt: "Count.", signature: "(file :file) -> :any" });
    const step = await run(quiet, { llm: () => "(return 1)", context: { file: photo } });
    expect(step.ok).toBe(true);
  });
});

describe("a model that doesn't accept the files", () => {
  const before =
    "the prompt attaches [file 1: a.png, image/png, 3 B], and the model acme/one takes";

  test("doesn't call a model that declares no file support", async () => {
    const { fail, requests } = await asked(undefined);
    expect(fail).toEqual({
      reason: "invalid_llm",
      message: `${before} no files`,
      details: {
        kind: "missing_capability",
        data: { capability: "files", mediaType: "image/png", takes: [] },
      },
    });
    expect(requests).toBe(0);
  });

  test("doesn't call a model that accepts other files", async () => {
    const { fail, requests } = await asked(["application/pdf", "audio/*"]);
    expect(fail?.message).toBe(`${before} application/pdf, audio/*`);
    expect(requests).toBe(0);
  });

  test("doesn't call a model with a URL if it needs the bytes", async () => {
    const { fail } = await asked(["application/pdf"], link);
    expect(fail?.message).toBe(
      "the prompt attaches [file 1: application/pdf], and the model acme/one takes no files by URL: pass the file's bytes as `data`",
    );
    expect(fail?.details?.data).toMatchObject({ capability: "fileUrls" });
  });

  test("doesn't call a model that declares nonsense in JavaScript", async () => {
    for (const declared of ["image/*", 7, [null], { 0: "image/*" }]) {
      const { fail } = await asked(declared as unknown as readonly string[]);
      expect(fail?.message).toBe(`${before} no files`);
    }
  });

  test("doesn't call the model of a child mission, and a program may catch the failed call", async () => {
    const blind = toLanguageModel(() => "never asked", { provider: "acme", modelId: "blind" });
    const llm = createScriptedModel([
      `(return (mapv (fn [ask] (try (ask) (catch Exception e (ex-message e))))
        [#(tool/describe {:photo data/photo}) #(tool/child {:scan data/scan})]))`,
    ]);
    const step = await run(
      defineAgent({
        prompt: "Describe.",
        tools: {
          describe: llmTool({
            prompt: "What is on {{photo}}?",
            signature: "(photo :file) -> :string",
            llm: blind,
          }),
          child: asTool(
            defineAgent({
              prompt: "Read {{scan}}.",
              signature: "(scan :file) -> :any",
              llm: blind,
            }),
          ),
        },
      }),
      { llm, context: { photo, scan } },
    );
    const messages = step.ok ? (step.return as readonly string[]) : [step.fail.message];
    expect(messages[0]).toContain(
      "attaches [file 1: a.png, image/png, 3 B], and the model acme/blind takes no files",
    );
    expect(messages[1]).toContain("attaches [file 1: b.pdf, application/pdf, 1.2 kB]");
  });
});

test("files count for maxTokens", async () => {
  const bounded = defineAgent({ prompt: "Read {{scan}}.", maxTokens: 7_500 });
  const large = contextFile({
    data: new Uint8Array(250_000),
    mediaType: "application/pdf",
  });
  const llm = createScriptedModel(["(return 1)"]);
  const step = await run(bounded, { llm, context: { scan: large } });
  expect(step.ok ? "" : step.fail.reason).toBe("budget_exceeded");
  expect(llm.requests).toHaveLength(0);
  const small = await run(bounded, { llm, context: { scan: 1 } });
  expect(small.ok).toBe(true);
});
