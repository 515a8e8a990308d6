// Serves a configuration over standard input and output, or over HTTP, until the client leaves or a
// signal comes. Standard output belongs to the protocol; everything else goes to standard error.

import { OptionError } from "@ptc/core/errors";
import { openGateway, type Gateway } from "../serving/open-gateway.ts";
import type { HttpSettings } from "../config/configuration.ts";
import { serveHttp } from "../transports/serve-http.ts";
import { ownStandardOutput, serveStdio } from "../transports/serve-stdio.ts";
import { configurationOf, warningLines } from "./configuration-file.ts";
import type { GatewayHost } from "./host.ts";
import { writeLines } from "./output.ts";
import type { GatewayRequest } from "./request.ts";

/** A connection that clients use. */
interface Serving {
  /** The first line for the user. */
  readonly shown: string;
  /** Resolves when the client has left. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves until the end. Resolves to the exit code. */
export async function serve(request: GatewayRequest, host: GatewayHost): Promise<number> {
  const configuration = await configurationOf(request, host);
  const { command, version, config } = request;
  const log = (message: string): void => {
    void writeLines(host.errors, [`${command}: ${message}`]);
  };
  const option = config === undefined ? "" : ` --config ${config}`;
  const gateway = await openGateway(configuration, {
    env: host.environment,
    log,
    acceptCommand: (name) => `${command} accept ${name}${option}`,
    loginCommand: (name) => `${command} login ${name}${option}`,
    ...(version === undefined ? {} : { version }),
  });
  const stopped = untilSignal(host);
  try {
    await writeLines(host.errors, warningLines(configuration));
    const serving =
      request.http === true
        ? await overHttp(gateway, { ...configuration.http, ...given(request) })
        : overStdio(gateway, request, host, configuration.http.maxBodyBytes);
    const { length } = configuration.upstreams;
    log(`serves ${String(length)} upstream${length === 1 ? "" : "s"} ${serving.shown}`);
    await Promise.race([serving.closed, stopped.signal]);
    await serving.close();
  } finally {
    stopped.ignore();
    await gateway.close();
  }
  return 0;
}

function given({ host, port }: GatewayRequest): Partial<Pick<HttpSettings, "host" | "port">> {
  return { ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port }) };
}

async function overHttp(gateway: Gateway, settings: HttpSettings): Promise<Serving> {
  const { serverFor, onError } = gateway;
  const serving = await serveHttp({
    ...settings,
    tokens: await gateway.httpTokens(),
    serverFor,
    onError,
  }).catch((error: unknown) => {
    throw listeningError(error, settings);
  });
  const stopListening = gateway.onToolsChanged(serving.toolsChanged);
  return {
    shown: `at ${serving.url}`,
    closed: new Promise(() => undefined),
    close: async () => {
      stopListening();
      await serving.close();
    },
  };
}

function overStdio(
  { serverFor, onError }: Gateway,
  { client = "local" }: GatewayRequest,
  { input, output }: GatewayHost,
  maxMessageBytes: number,
): Serving {
  const serving = serveStdio({
    input,
    output: output === process.stdout ? ownStandardOutput(process) : output,
    makeServer: () => serverFor(client),
    maxMessageBytes,
    onError,
  });
  return { ...serving, shown: "on standard input and output" };
}

/** Returns the error of an address that can't be used, with what to do. */
function listeningError(error: unknown, { host, port }: HttpSettings): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const address = `${host}:${String(port)}`;
  if (code === "EADDRINUSE")
    return new OptionError(
      "http.port",
      `another program uses ${address}: end it, or pass another --port`,
    );
  if (code === "EADDRNOTAVAIL" || code === "EACCES" || code === "ENOTFOUND")
    return new OptionError("http.host", `this computer can't listen at ${address} (${code})`);
  return error;
}

/** A second signal ends the process at once, as without a listener. */
function untilSignal({ onSignal }: GatewayHost): {
  readonly signal: Promise<void>;
  readonly ignore: () => void;
} {
  const ignored: (() => void)[] = [];
  const ignore = (): void => {
    for (const stop of ignored.splice(0)) stop();
  };
  const signal = new Promise<void>((resolve) => {
    const end = (): void => {
      ignore();
      resolve();
    };
    ignored.push(onSignal("SIGINT", end), onSignal("SIGTERM", end));
  });
  return { signal, ignore };
}
