// The calls of the server's tools: reads arguments, does the work, and returns the result.

import { searchTools } from "@ptc/lisp/internal";
import { didYouMean, oneLine } from "@ptc/core/internal/errors";
import { shortened } from "@ptc/core/internal/printing";
import { answer, approve, deny, type Decision, type PendingCall } from "@ptc/lisp";
import { toolText, type AgentTool, type ProgramRunner } from "@ptc/subagent/internal/programs";
import { resultOf, shownCall } from "./answers.ts";
import { availableTools, functionsOf } from "./library-functions.ts";
import { Arguments } from "./arguments.ts";
import { approvalOf, checkProgram } from "./check-program.ts";
import { Refusal } from "./refusal.ts";
import type { ClientRequest, ServerWork, ToolResult } from "./server-work.ts";
import { argumentNames, type ServerToolName } from "./tool-list.ts";
import { toolSummary } from "./tool-summary.ts";

type Call = (work: ServerWork, args: Arguments, request: ClientRequest) => Promise<ToolResult>;

const longestSignature = 4_000;
const longestName = 1_000;
const longestQuery = 1_000;
const longestText = 10_000;
const longestReason = 2_000;
const mostListed = 200;

const calls: Readonly<Record<ServerToolName, Call>> = {
  lisp_eval: (work, args, request) => {
    const { programChars, contextChars } = work.options.limits;
    return work.evaluate(
      {
        source: args.text("program", programChars),
        context: args.object("context", contextChars) ?? {},
        signature: args.optionalText("signature", longestSignature),
      },
      args.session(),
      request,
    );
  },
  check_program: async (work, args, { client }) => {
    const { programChars, contextChars } = work.options.limits;
    const source = args.text("program", programChars);
    const name = args.session();
    const context = args.object("context", contextChars);
    const runner = await work.runner();
    const state = name === undefined ? undefined : await work.sessions.read({ client, name });
    return resultOf(await checkProgram(source, context, { runner, state }));
  },
  search_tools: async (work, args) => {
    const runner = await work.runner();
    const query = args.text("query", longestQuery);
    const { libraries } = runner.agent;
    const found = await searchTools(query, runner.tools, args.count("limit", 10, 50), libraries);
    const functions = functionsOf(libraries);
    const tools = found.map((one) =>
      one.call.startsWith("(tool/") || !functions.has(one.name)
        ? { ...one, ...approvalOf(runner, one.name) }
        : { ...one, ...functionTools(runner, functions.get(one.name)?.tools ?? []) },
    );
    const all = runner.tools.size;
    const shown =
      tools.length === 0
        ? "no tool has these words"
        : `these are ${String(tools.length)} of ${String(all)} tools`;
    const groups = toolSummary(runner.tools.keys());
    const hint = `${shown}; tools by group: ${groups}; the name of a group finds its tools`;
    return resultOf({ tools, ...(tools.length < all ? { hint } : {}) });
  },
  describe_tool: async (work, args) => {
    const runner = await work.runner();
    const name = args.text("name", longestName).replace(/^tool\//, "");
    const ofLibrary = runner.agent.tools.has(name) ? undefined : functionDocument(runner, name);
    if (ofLibrary !== undefined) return resultOf(ofLibrary);
    const tool = toolNamed(runner, name);
    return resultOf({ name, text: toolText(name, tool), ...approvalOf(runner, name) });
  },
  session_reset: async (work, args, { client, signal }) => {
    const name = args.session();
    if (name === undefined) throw new Refusal("invalid_arguments", "session: it is missing");
    return resultOf({ existed: await work.sessions.reset({ client, name }, signal) });
  },
  list_pending: async (work, _args, { client }) => {
    const all = (await work.sessions.waiting(client)).flatMap(({ session, waiting }) =>
      waiting.pending.map((call) => ({ ...shownCall(call), session })),
    );
    const omitted = all.length - mostListed;
    return resultOf({
      pending: all.slice(0, mostListed),
      ...(omitted > 0 ? { omitted } : {}),
    });
  },
  decide: async (work, args, request) => {
    const { pendingCalls, contextChars } = work.options.limits;
    const ids = args.texts("ids", pendingCalls, longestName);
    const works = new Set(ids.map((id) => id.split("/", 1)[0] ?? ""));
    const [id = "", ...others] = works;
    if (others.length > 0)
      throw new Refusal(
        "invalid_arguments",
        "ids: they are of several programs: decide about each",
      );
    const found = await work.waitingWork(id, request.client);
    const { waiting } = found;
    const decisions = ids.map((given) => {
      const call = waiting.pending.find((pending) => pending.id === given);
      if (call === undefined)
        throw new Refusal(
          "unknown_call",
          `ids: ${shortened(given, 200)} doesn't wait; these do: ` +
            shortened(waiting.pending.map((pending) => pending.id).join(", "), 2_000),
        );
      return [given, decisionOf(call, args, contextChars, ids.length)] as const;
    });
    return await work.decide(found, Object.fromEntries(decisions), request);
  },
  run_agent: (work, args, request) =>
    work.runAgent(
      args.text("agent", longestName),
      args.object("context", work.options.limits.contextChars) ?? {},
      request,
    ),
};

/** Calls the tool. @throws Refusal */
export async function callTool(
  work: ServerWork,
  name: string,
  given: unknown,
  request: ClientRequest,
): Promise<ToolResult> {
  const call = new Map(Object.entries(calls)).get(name);
  const { agents, clientsDecide } = work.options;
  const isOffered = name === "decide" ? clientsDecide : name !== "run_agent" || agents.size > 0;
  if (call === undefined || !isOffered)
    throw new Refusal(
      "unknown_tool",
      `this server has no tool ${JSON.stringify(shortened(name, 100))}; programs of lisp_eval call ` +
        "the tools that search_tools finds",
    );
  const names = argumentNames[name as ServerToolName];
  return await call(work, new Arguments(given, names), request);
}

function toolNamed({ agent }: ProgramRunner, name: string): AgentTool {
  const tool = agent.tools.get(name);
  if (tool !== undefined) return tool;
  throw new Refusal(
    "unknown_tool",
    `there is no tool ${oneLine(JSON.stringify(name), 200)}: ` +
      (didYouMean(name, [...agent.tools.keys(), ...functionsOf(agent.libraries).keys()]) ??
        "find it with search_tools"),
  );
}

/** Returns the documentation of a library function, or undefined for an unknown name. */
function functionDocument(runner: ProgramRunner, name: string): object | undefined {
  const { libraries } = runner.agent;
  const found = libraries?.documents().find((document) => document.name === name);
  if (found === undefined) return undefined;
  const text = [found.forms.join(" or "), ...(found.doc === "" ? [] : [found.doc])].join("\n  ");
  const tools = functionsOf(libraries).get(name)?.tools ?? [];
  return { name, text: shortened(text, longestText), ...functionTools(runner, tools) };
}

/** Returns the tools that a library function may call, and whether one of them needs approval. */
function functionTools(runner: ProgramRunner, named: readonly string[]): object {
  const tools = availableTools(runner, named);
  const asks = tools.some((name) => approvalOf(runner, name).approval !== undefined);
  return {
    ...(tools.length === 0 ? {} : { calls: tools }),
    ...(asks ? { approval: "sometimes" } : {}),
  };
}

function decisionOf(
  call: PendingCall,
  args: Arguments,
  contextChars: number,
  count: number,
): Decision {
  const decision = args.choice("decision", ["approve", "deny", "answer"]);
  const edited = args.object("arguments", contextChars);
  if (edited !== undefined && (decision !== "approve" || count > 1))
    throw new Refusal("invalid_arguments", "arguments: pass them to approve a single call");
  switch (decision) {
    case "approve":
      return approve(edited === undefined ? {} : { arguments: edited });
    case "deny":
      return deny(args.optionalText("reason", longestReason) ?? "the user denied it");
    case "answer":
      if (call.reason === "approval")
        throw new Refusal(
          "invalid_arguments",
          `decision: ${call.id} waits for an approval, not for an answer: approve or deny it`,
        );
      if (!args.has("answer"))
        throw new Refusal("invalid_arguments", "answer: it is missing: pass what the user said");
      return answer(args.json("answer", contextChars));
  }
}
