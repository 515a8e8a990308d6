import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run } from "@ptc/subagent";
import { expect, test } from "vitest";
import { createOtelSink } from "../src/index.ts";

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly schemaUrl?: string;
      readonly spans: readonly { readonly name: string; readonly traceId: string }[];
    }[];
  }[];
}

/** Runs a mission whose spans go to a receiver that answers with `status`. */
async function exported(status: number) {
  const bodies: OtlpBody[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(parts).toString("utf8")) as OtlpBody);
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const exporter = new OTLPTraceExporter({
    url: `http://127.0.0.1:${String(port)}/v1/traces`,
    timeoutMillis: 2_000,
  });
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const sink = createOtelSink({ tracerProvider: provider });
  try {
    const step = await run(
      defineAgent({
        name: "desk",
        prompt: "Look.",
        signature: "() -> :int",
        tools: { look: () => 1 },
      }),
      { llm: createScriptedModel(["```clojure\n(return (tool/look {}))\n```"]), trace: sink },
    );
    await provider.shutdown().catch(() => undefined);
    return { step, bodies, sink };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("the OTLP exporter sends the spans of a run to a collector", async () => {
  const { step, bodies, sink } = await exported(200);
  expect(step.ok && step.return).toBe(1);
  const scopes = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans),
  );
  expect(scopes.map(({ scope }) => scope.name)).toEqual(["@ptc/otel"]);
  const spans = scopes.flatMap((each) => each.spans);
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    "chat scripted",
    "execute_tool look",
    "invoke_agent desk",
    "program",
    "turn 1",
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(sink.lostEvents).toBe(0);
});

test("a collector that refuses spans doesn't fail a run", async () => {
  const { step, bodies } = await exported(400);
  expect(step.ok && step.return).toBe(1);
  expect(bodies).toHaveLength(1);
});
