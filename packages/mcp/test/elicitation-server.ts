// A server with one tool that runs programs. It asks the client's user about calls that wait.

import { McpServer, inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { resume, run, type Checkpoint, type Decision, type Tools } from "@ptc/lisp";
import { elicitationForm, elicitedDecision } from "../src/index.ts";

const checkpointKey = "a key of the server";

/** Returns a server whose programs call `tools`. */
export function programServer(tools: Tools): McpServer {
  const server = new McpServer({ name: "programs", version: "1.0.0" });
  server.registerTool(
    "run_program",
    { description: "Runs a program.", inputSchema: z.object({ program: z.string() }) },
    async ({ program }, { mcpReq }) => {
      const state: unknown = mcpReq.requestState();
      const step =
        typeof state === "string"
          ? await continued(program, JSON.parse(state) as Checkpoint, tools, mcpReq.inputResponses)
          : await run(program, { tools, checkpointKey });
      if (step.status !== "waiting")
        return {
          content: [
            { type: "text", text: JSON.stringify(step.ok ? step.return : step.fail.message) },
          ],
        };
      const inputRequests = Object.fromEntries(
        step.pending.flatMap((call) => {
          const form = elicitationForm(call);
          return form === undefined ? [] : [[call.id, inputRequired.elicit(form)]];
        }),
      );
      return inputRequired({ inputRequests, requestState: JSON.stringify(step.checkpoint) });
    },
  );
  return server;
}

async function continued(
  program: string,
  checkpoint: Checkpoint,
  tools: Tools,
  responses: Readonly<Record<string, unknown>> = {},
): ReturnType<typeof run> {
  const decisions: Record<string, Decision> = {};
  for (const call of checkpoint.pending) {
    const decision = elicitedDecision(call, responses[call.id]);
    if (decision !== undefined) decisions[call.id] = decision;
  }
  return await resume(program, checkpoint, { tools, checkpointKey, decisions });
}
