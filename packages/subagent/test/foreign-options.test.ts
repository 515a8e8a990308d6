// Option names of other libraries: the error names the option to use instead.

import { createScriptedModel } from "@ptc/llm";
import { expect, test } from "vitest";
import {
  asTool,
  createChat,
  createProgramTool,
  defineAgent,
  llmQuery,
  llmTool,
  run,
  runAll,
  tool,
} from "../src/index.ts";
import { compileAgent } from "../src/compiled/index.ts";

const llm = createScriptedModel([]);
const agent = defineAgent({ prompt: "Count the orders.", signature: "(orders [:any]) -> :int" });
const execute = (): number => 1;

class Payment {
  execute(): number {
    return 1;
  }
}

/** Passes options as a JavaScript caller may write them. */
const given = (options: object): never => options as never;

test.each([
  [
    "defineAgent suggests llm for model",
    () => defineAgent(given({ prompt: "p", model: llm })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "defineAgent suggests prompt for instructions",
    () => defineAgent(given({ prompt: "p", instructions: "q" })),
    "option `instructions`: unknown option (use `prompt`)",
  ],
  [
    "defineAgent suggests systemPrompt for system",
    () => defineAgent(given({ prompt: "p", system: "q" })),
    "option `system`: unknown option (use `systemPrompt`)",
  ],
  [
    "defineAgent suggests maxTurns for maxSteps",
    () => defineAgent(given({ prompt: "p", maxSteps: 3 })),
    "option `maxSteps`: unknown option (use `maxTurns`)",
  ],
  [
    "defineAgent suggests a field of modelOptions for temperature",
    () => defineAgent(given({ prompt: "p", temperature: 0 })),
    "option `temperature`: unknown option (use `modelOptions.temperature`)",
  ],
  [
    "defineAgent suggests the nearest name for a misspelled one",
    () => defineAgent(given({ prompt: "p", signatur: "() -> :int" })),
    "option `signatur`: unknown option (did you mean `signature`?)",
  ],
  [
    "defineAgent names its first options if none is near",
    () => defineAgent(given({ prompt: "p", frobnicate: true })),
    /^option `frobnicate`: unknown option \(expected prompt, signature, .{0,200}\)$/,
  ],
  [
    "run suggests context for input",
    () => run(agent, given({ llm, input: { orders: [] } })),
    "option `input`: unknown option (use `context`)",
  ],
  [
    "run of a prompt suggests llm for model",
    () => run("Count.", given({ model: llm })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "run suggests signal for abortSignal",
    () => run(agent, given({ llm, abortSignal: AbortSignal.abort() })),
    "option `abortSignal`: unknown option (use `signal`)",
  ],
  [
    "tool suggests inputSchema for parameters",
    () => tool(given({ parameters: {}, execute })),
    "option `parameters`: unknown option (use `inputSchema`)",
  ],
  ...(
    [
      ["handler", "execute"],
      ["run", "execute"],
      ["func", "execute"],
      ["fn", "execute"],
      ["function", "execute"],
      ["input_schema", "inputSchema"],
      ["schema", "inputSchema"],
      ["args", "inputSchema"],
      ["inputs", "inputSchema"],
      ["params", "inputSchema"],
      ["outputs", "outputSchema"],
      ["desc", "description"],
      ["summary", "description"],
      ["input", "inputSchema"],
      ["output", "outputSchema"],
      ["outputType", "outputSchema"],
      ["result", "outputSchema"],
    ] as const
  ).flatMap(([theirs, ours]): [string, () => unknown, string][] => [
    [
      `tool suggests ${ours} for ${theirs}`,
      () => tool(given({ description: "d", [theirs]: execute })),
      `option \`${theirs}\`: unknown option (use \`${ours}\`)`,
    ],
    [
      `tools of an agent suggest ${ours} for ${theirs}`,
      () => defineAgent({ prompt: "p", tools: { count: given({ [theirs]: execute }) } }),
      `option \`tools.count.${theirs}\`: unknown option (use \`${ours}\`)`,
    ],
  ]),
  ...(
    [
      ["needsApproval", "expected true, false or a function"],
      ["approvalTimeoutMs", "expected a number above 0"],
      ["suspends", "expected true or false"],
    ] as const
  ).flatMap(([field, expected]): [string, () => unknown, string][] => [
    [
      `tool checks ${field}`,
      () => tool(given({ [field]: "yes", execute })),
      `option \`${field}\`: ${expected}`,
    ],
    [
      `tools of an agent check ${field}`,
      () => defineAgent({ prompt: "p", tools: { pay: given({ [field]: "yes", execute }) } }),
      `option \`tools.pay.${field}\`: ${expected}`,
    ],
    [
      `tools of an agent check ${field} of a class instance`,
      () =>
        defineAgent({
          prompt: "p",
          tools: { pay: given(Object.assign(new Payment(), { [field]: "yes" })) },
        }),
      `option \`tools.pay.${field}\`: ${expected}`,
    ],
  ]),
  ...["requiresApproval", "needs_approval", "approval", "confirm", "approvalRequired"].map(
    (field): [string, () => unknown, string] => [
      `tools of an agent suggest needsApproval for ${field}`,
      () => defineAgent({ prompt: "p", tools: { pay: given({ [field]: true, execute }) } }),
      `option \`tools.pay.${field}\`: unknown option (use \`needsApproval\`)`,
    ],
  ),
  [
    "an agent as a tool checks needsApproval",
    () => asTool(agent, given({ needsApproval: 1 })),
    "option `needsApproval`: expected true, false or a function",
  ],
  [
    "tool says where the name of a tool is",
    () => tool(given({ name: "count", execute })),
    "option `name`: unknown option (the name of a tool is its key in `tools`)",
  ],
  [
    "tool shows how to convert a JSON Schema",
    () => tool(given({ inputSchema: { type: "object", properties: {} }, execute })),
    "option `inputSchema`: expected a Standard Schema (zod, valibot, arktype…); convert a JSON Schema: inputSchema(signatureFromJsonSchema({ input: schema }).signature), from @ptc/signature and @ptc/signature/json-schema, got an object",
  ],
  [
    "tools of an agent show how to convert a JSON Schema",
    () =>
      defineAgent({
        prompt: "p",
        tools: { count: given({ inputSchema: { $schema: "x" }, execute }) },
      }),
    "option `tools.count.inputSchema`: expected a Standard Schema (zod, valibot, arktype…); convert a JSON Schema: ",
  ],
  [
    "tool refuses a schema that isn't a JSON Schema without that hint",
    () => tool(given({ outputSchema: {}, execute })),
    "option `outputSchema`: expected a Standard Schema (zod, valibot, arktype…), got an object",
  ],
  [
    "tool reports a mistake in its signature, with the fix",
    () => tool(given({ signature: "int -> int", execute })),
    "option `signature`: a type starts with a colon at line 1, column 1: write :int",
  ],
  [
    "tools of an agent refuse the whole result of a bridge",
    () => defineAgent({ prompt: "p", tools: given({ tools: { count: execute }, warnings: [] }) }),
    "option `tools`: got { tools, warnings } of a bridge: pass its `tools` field",
  ],
  [
    "tool refuses a function alone",
    () => tool(given(execute)),
    "option `options`: expected an object with an `execute` function, got a function",
  ],
  [
    "tools of an agent suggest inputSchema for parameters",
    () => defineAgent({ prompt: "p", tools: { count: given({ parameters: {}, execute }) } }),
    "option `tools.count.parameters`: unknown option (use `inputSchema`)",
  ],
  [
    "createChat suggests llm for model",
    () => createChat(agent, given({ model: llm })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "runAll suggests llm for model",
    () => runAll([{ agent, context: { orders: [] } }], given({ model: llm })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "compileAgent suggests llm for model",
    () => compileAgent(agent, given({ model: llm, samples: [] })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "createProgramTool suggests llm for model",
    () => createProgramTool(given({ model: llm })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "llmTool suggests llm for model",
    () => llmTool(given({ prompt: "p", signature: "() -> :int", model: "fast" })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "llmQuery suggests llm for model",
    () => llmQuery(given({ model: "fast" })),
    "option `model`: unknown option (use `llm`)",
  ],
  [
    "a name is only suggested where it is an option",
    () => llmQuery(given({ maxSteps: 3 })),
    "option `maxSteps`: unknown option (expected description, llm, cache",
  ],
] as readonly (readonly [string, () => unknown, string | RegExp])[])(
  "%s",
  async (_, call, message) => {
    await expect((async () => await call())()).rejects.toThrow(message);
  },
);
