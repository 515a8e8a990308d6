// Connects the language server to a client over streams, until the client exits or closes them.

import {
  createMessageConnection,
  ResponseError,
  StreamMessageWriter,
  type CancellationToken,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { messageOf } from "../files/optional-package.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { oneLine } from "@ptc/core/internal/errors";
import { BoundedReader } from "./bounded-reader.ts";
import { LanguageServer } from "./language-server.ts";
import { listModuleTools } from "./module-tools.ts";
import { readProject } from "./project.ts";

/** The codes of the protocol. */
const codes = { notInitialized: -32_002, invalidRequest: -32_600, cancelled: -32_800 } as const;
const longestLine = 1_000;

/** The state of the connection, which decides about requests and the exit code. */
type Stage = "started" | "initialized" | "shut down";

/**
 * Serves until the client sends `exit` or its stream ends. Resolves to 0 after `shutdown`, and to 1
 * otherwise, as the protocol demands.
 */
export async function runLanguageServer(
  { input, output, errors, folder }: Pick<Host, "input" | "output" | "errors" | "folder">,
  worker: URL,
): Promise<ExitCode> {
  const report = (problem: string): void => {
    errors.write(`ptc lsp: ${oneLine(problem, longestLine)}\n`);
  };
  const logger = { error: report, warn: report, info: () => undefined, log: () => undefined };
  const reader = new BoundedReader(input);
  const writer = new StreamMessageWriter(output);
  const connection = createMessageConnection(reader, writer, logger);
  const server = new LanguageServer({
    folder,
    readProject: (root) =>
      readProject(root, { moduleTools: (path) => listModuleTools(worker, path) }),
    notify: (method, parameters) => {
      connection.sendNotification(method, parameters).catch(() => undefined);
    },
    request: (method, parameters) => {
      connection.sendRequest(method, parameters).catch(() => undefined);
    },
    report,
  });
  connection.onError(([error]) => {
    report(error.message);
  });
  const stage = await served(connection, server, report);
  connection.dispose();
  input.destroy();
  return stage === "shut down" ? exitCode.ok : exitCode.failed;
}

/** Resolves to the last stage when the connection ends. */
async function served(
  connection: MessageConnection,
  server: LanguageServer,
  report: (problem: string) => void,
): Promise<Stage> {
  let stage: Stage = "started";
  for (const [method, handle] of server.requests)
    connection.onRequest(method, async (...given: readonly unknown[]) => {
      const refusal = refusalOf(stage, method, given.at(-1) as CancellationToken);
      if (refusal !== undefined) return refusal;
      if (method === "initialize") stage = "initialized";
      return await handle(parametersOf(given.slice(0, -1)));
    });
  for (const [method, handle] of server.notifications)
    connection.onNotification(method, (...given: readonly unknown[]) => {
      if (stage !== "initialized") return;
      try {
        handle(parametersOf(given));
      } catch (error) {
        report(`${method}: ${messageOf(error)}`);
      }
    });
  connection.onRequest("shutdown", () => {
    stage = "shut down";
    return null;
  });
  await new Promise<void>((resolve) => {
    connection.onNotification("exit", () => {
      resolve();
    });
    connection.onClose(() => {
      resolve();
    });
    connection.listen();
  });
  return stage;
}

function refusalOf(
  stage: Stage,
  method: string,
  token: CancellationToken,
): ResponseError | undefined {
  if (stage === "shut down") return new ResponseError(codes.invalidRequest, "the server shut down");
  if ((stage === "started") !== (method === "initialize"))
    return stage === "started"
      ? new ResponseError(codes.notInitialized, "send initialize first")
      : new ResponseError(codes.invalidRequest, "the server is initialized already");
  return token.isCancellationRequested
    ? new ResponseError(codes.cancelled, "the request was cancelled")
    : undefined;
}

/** Parameters are one object; a list of them is spread by the connection, and its first is used. */
function parametersOf(given: readonly unknown[]): unknown {
  return given[0];
}
