import { describe, expect, test } from "vitest";
import { createScriptedModel } from "../doubles/scripted-model.ts";
import { modelsByProvider, type ModelMaker } from "./model-lookup.ts";

const made =
  (provider: string): ModelMaker =>
  (modelId) =>
    createScriptedModel([], { provider, modelId });

describe("modelsByProvider", () => {
  test("creates each model once, from the part after the first colon", () => {
    const models = modelsByProvider({ ollama: made("ollama"), openai: made("openai") });
    const model = models.find("ollama:qwen3:8b");
    expect([model?.provider, model?.modelId]).toEqual(["ollama", "qwen3:8b"]);
    expect(models.find("ollama:qwen3:8b")).toBe(model);
    expect(models.find("openai:gpt")?.provider).toBe("openai");
    expect(models.providers).toEqual(["ollama", "openai"]);
  });

  test.each([
    "ollama",
    "ollama:",
    ":x",
    "",
    "mistral:x",
    "__proto__:x",
    `ollama:${"x".repeat(200)}`,
  ])("finds no model for the name %j", (name) => {
    expect(modelsByProvider({ ollama: made("ollama") }).find(name)).toBeUndefined();
  });

  test("caches at most a thousand models", () => {
    const models = modelsByProvider({ a: made("a") });
    for (let count = 0; count < 1_000; count++) models.find(`a:${String(count)}`);
    expect(models.find("a:0")).toBe(models.find("a:0"));
    expect(models.find("a:more")).not.toBe(models.find("a:more"));
  });

  test("rejects a provider without a function or with a colon in its name", () => {
    expect(() => modelsByProvider({ a: 1 as never })).toThrow("a: expected a function");
    expect(() => modelsByProvider({ "a:b": made("a") })).toThrow("without a colon");
  });
});
