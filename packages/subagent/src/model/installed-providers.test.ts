import { afterEach, describe, expect, test, vi } from "vitest";
import { createScriptedModel, type ModelRequest } from "@ptc/llm";
import {
  asTool,
  createProgramTool,
  defineAgent,
  llmQuery,
  run,
  runAll,
  type LlmQueryOptions,
} from "../index.ts";
import { InstalledProviders, type LoadPackage } from "./installed-providers.ts";

const found = async (name: string, loadPackage: LoadPackage): Promise<unknown> => {
  const providers = new InstalledProviders(loadPackage);
  const first = providers.find(name);
  if (first === undefined || !("unloaded" in first)) return first;
  await providers.load(first.unloaded);
  return providers.find(name);
};

describe("models of installed packages", () => {
  const scripted = createScriptedModel(["1"]);
  const loads =
    (module: unknown): LoadPackage =>
    () =>
      Promise.resolve(module);

  test("are created by the function of their package, with the whole model id", async () => {
    const asked: string[] = [];
    const anthropic = (modelId: string) => {
      asked.push(modelId);
      return scripted;
    };
    const load: LoadPackage = (name) => {
      asked.push(name);
      return Promise.resolve({ anthropic });
    };
    expect(await found("anthropic:claude-sonnet-5:beta", load)).toEqual({ model: scripted });
    expect(asked).toEqual(["@ptc/anthropic", "claude-sonnet-5:beta"]);
  });

  test.each(["haiku", "acme:large", "anthropic:", ":claude", "constructor:x", "Anthropic:x", ""])(
    "are not found by the name %j, and nothing is loaded",
    async (name) => {
      expect(await found(name, () => expect.fail("loaded"))).toBeUndefined();
    },
  );

  test.each<readonly [string, LoadPackage, string]>([
    [
      "isn't installed",
      () => Promise.reject(new Error("not found")),
      "can't be loaded: install it",
    ],
    ["has no function", loads({}), "has no function openai: update it"],
    ["exports something else", loads({ openai: 7 }), "has no function openai: update it"],
    ["is no module", loads(null), "has no function openai: update it"],
    ["creates no model", loads({ openai: () => ({}) }), "returned no model of contract version 1"],
    [
      "finds no key",
      loads({
        openai: () => {
          throw new TypeError("openai: missing apiKey (pass `apiKey` or set OPENAI_API_KEY)");
        },
      }),
      "set OPENAI_API_KEY",
    ],
  ])("explain a package that %s", async (_, load, problem) => {
    expect(await found("openai:gpt-5.1", load)).toEqual({
      problem: expect.stringContaining(problem) as string,
    });
  });
});

describe("a mission with the name of a provider's model", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  const serve = (...answers: readonly string[]) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (_url: unknown, { body }: { readonly body: string }) => {
      const content = answers[asked.length] ?? "(return 0)";
      asked.push((JSON.parse(body) as { readonly model: string }).model);
      const reply = { message: { content }, done: true, done_reason: "stop" };
      return Promise.resolve(new Response(JSON.stringify(reply)));
    });
    return asked;
  };

  test("runs with the installed package, as an option, an agent's model and in a batch", async () => {
    const asked = serve("(return 7)", "(return 8)", "(return 9)");
    const agent = defineAgent({ prompt: "Count.", llm: "ollama:qwen3:8b", maxTurns: 1 });
    expect(await run("Count.", { llm: "ollama:small", maxTurns: 1 })).toMatchObject({ return: 7 });
    expect(await run(agent, {})).toMatchObject({ return: 8 });
    expect(await runAll([{ agent }])).toMatchObject([{ ok: true, return: 9 }]);
    expect(asked).toEqual(["small", "qwen3:8b", "qwen3:8b"]);
  });

  test("runs tools that name one", async () => {
    const asked = serve("5", "6");
    const tools = { ask: llmQuery({ llm: "ollama:judge" }) };
    const program = '(return (tool/ask {:prompt "How many?" :signature "() -> :int"}))';
    const step = await run("Ask.", { llm: () => program, tools, maxTurns: 1 });
    expect(step).toMatchObject({ ok: true, return: 5 });
    const answer = await createProgramTool({ tools }).run({ program });
    expect(answer.step).toMatchObject({ ok: true, return: 6 });
    expect(asked).toEqual(["judge", "judge"]);
  });

  test.each<readonly [string, string, LlmQueryOptions]>([
    ["another provider", "openai:gpt-5-pro", {}],
    ["a server on this machine", "ollama:evil", {}],
    ["another model than the tool", "ollama:evil", { llm: "ollama:judge" }],
    ["the model of the mission", "ollama:small", {}],
    ["no known provider", "evil", {}],
    ["an empty name", "", {}],
  ])("refuses %s as the choice of a program, and sends no request", async (_, name, options) => {
    vi.stubEnv("OPENAI_API_KEY", "key");
    const question = `(tool/ask {:prompt "How many?" :signature "{a :int}" :llm "${name}"})`;
    const program = `(return ${question})`;
    const tools = { ask: llmQuery(options) };
    const child = defineAgent({ prompt: "Ask.", signature: "() -> {a :int}", tools, maxTurns: 1 });
    const message = expect.stringContaining(
      `a call can't choose the model ${JSON.stringify(name)}, because the application allows no names: omit \`llm\` to ask the default model`,
    ) as string;
    const refused = { ok: false, fail: { message } };
    const small = serve(program);
    expect(await run(child, { llm: "ollama:small" })).toMatchObject(refused);
    expect(small).toEqual(["small"]);
    const asked = serve();
    const answer = await createProgramTool({ tools, llm: "ollama:small" }).run({ program });
    expect(answer).toMatchObject({ step: refused });
    const call = "(return (tool/child {}))";
    const llm = (request: ModelRequest): string =>
      JSON.stringify(request.messages).includes("tool/child") ? call : program;
    const above = await run("Start.", { llm, tools: { child: asTool(child) }, maxTurns: 1 });
    expect(above).toMatchObject(refused);
    expect(asked).toEqual([]);
  });

  test("fails before any request if the model can't be created", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    const asked = serve();
    const step = await run("Count.", { llm: "openai:gpt-5.1" });
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "invalid_llm",
        message:
          'the model "openai:gpt-5.1": openai: missing apiKey (pass `apiKey` or set OPENAI_API_KEY)',
      },
    });
    expect(asked).toEqual([]);
  });

  test("lets programs choose the names of a given registry", async () => {
    const question = '(tool/ask {:prompt "How many?" :signature ":int" :llm "judge"})';
    const tools = { ask: llmQuery({ llm: "judge" }) };
    const llmRegistry = { judge: () => "5", small: () => `(return ${question})` };
    const options = { tools, llmRegistry, maxTurns: 1 };
    expect(await run("Ask.", { llm: "small", ...options })).toMatchObject({ ok: true, return: 5 });
  });

  test("uses a given registry only", async () => {
    const step = await run("Count.", { llm: "ollama:qwen3", llmRegistry: {} });
    expect(step).toMatchObject({ ok: false, fail: { reason: "llm_not_found" } });
  });
});
