import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { INVALID_SPAN_CONTEXT, context, propagation, trace, type Tracer } from "@opentelemetry/api";
import { carrierOf } from "@ptc/core/internal/contracts";
import { createScriptedModel, type LanguageModel } from "@ptc/llm";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { run as runProgram } from "@ptc/lisp";
import { TraceScope, type TraceSink } from "@ptc/core/contracts";
import { mcpTools } from "@ptc/mcp";
import { createMcpServer } from "@ptc/mcp/server";
import { run } from "@ptc/subagent";
import { combineSinks, createMemoryTracer } from "@ptc/tracer";
import { describe, expect, test } from "vitest";
import { createOtelSink } from "../src/index.ts";
import { telemetry, treeOf } from "./telemetry.ts";

function fenced(program: string): string {
  return `\`\`\`clojure\n${program}\n\`\`\``;
}

function scopeOf(sink: TraceSink): TraceScope {
  return new TraceScope({
    sink,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: Math.random,
    traceId: "5".repeat(32),
  });
}

describe("spans of other instrumentation", () => {
  test("that a tool starts after an await nest below its call, in each parallel branch", async () => {
    const { sink, provider, named } = telemetry();
    const own = provider.getTracer("http");
    const step = await runProgram("(pmap #(tool/get {:id %}) [1 2 3])", {
      tools: {
        get: async ({ id }) => {
          await Promise.resolve();
          const span = own.startSpan(`GET ${String(id)}`);
          await Promise.resolve();
          span.end();
          return id;
        },
      },
      trace: scopeOf(combineSinks(createMemoryTracer(), sink)),
    });
    expect(step.ok).toBe(true);
    const calls = named("execute_tool get").map((span) => span.spanContext().spanId);
    const parents = [1, 2, 3].map(
      (id) => named(`GET ${String(id)}`)[0]?.parentSpanContext?.spanId ?? "",
    );
    expect(parents.toSorted()).toEqual(calls.toSorted());
  });

  test("that a model starts nest below the chat span, and those around a run above it", async () => {
    const { sink, provider, spans } = telemetry();
    const own = provider.getTracer("http");
    const scripted = createScriptedModel([fenced("(return 1)")]);
    const llm: LanguageModel = {
      contractVersion: 1,
      provider: "acme",
      modelId: "large",
      capabilities: scripted.capabilities,
      generate: async (request) => {
        await Promise.resolve();
        const span = own.startSpan("POST");
        const response = await scripted.generate(request);
        span.end();
        return response;
      },
    };
    await own.startActiveSpan("handler", async (span) => {
      await run("Go.", { llm, trace: sink });
      span.end();
    });
    expect(treeOf(spans())).toEqual([
      ["handler", ["invoke_agent", ["turn 1", ["chat large", "POST"], "program"]]],
    ]);
  });

  test("continue over HTTP with the headers that the application's propagator injects", async () => {
    const { sink, span } = telemetry();
    const seen: (string | undefined)[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      seen.push(request.headers["traceparent"] as string | undefined);
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      await runProgram("(tool/get {})", {
        tools: {
          get: async () => {
            const headers: Record<string, string> = {};
            propagation.inject(context.active(), headers);
            await fetch(`http://127.0.0.1:${String(port)}/`, { headers });
            return 1;
          },
        },
        trace: scopeOf(sink),
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
    const { traceId, spanId } = span("execute_tool get").spanContext();
    expect(seen).toEqual([`00-${traceId}-${spanId}-01`]);
  });
});

describe("MCP", () => {
  test("a client's call and the server's program are one trace", async () => {
    const client = telemetry();
    const server = telemetry();
    const { serverFor } = createMcpServer({ tools: { add: () => 3 }, trace: server.sink });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await serverFor("me").connect(far);
    const mcp = new Client({ name: "test", version: "1" });
    await mcp.connect(near);
    const { tools } = await mcpTools(mcp);
    const [name = ""] = Object.keys(tools).filter((tool) => /eval|run.program/.test(tool));
    const program = "(tool/add {})";
    const step = await runProgram(`(tool/${name} {:program ${JSON.stringify(program)}})`, {
      tools,
      trace: scopeOf(client.sink),
    });
    expect(step.ok ? "ok" : step.fail.message).toBe("ok");
    await mcp.close();
    const call = client.span(`execute_tool ${name}`).spanContext();
    const served = server.span("program");
    expect(served.spanContext().traceId).toBe(call.traceId);
    expect(served.parentSpanContext?.spanId).toBe(call.spanId);
    expect(server.span("execute_tool add").parentSpanContext?.spanId).toBe(
      served.spanContext().spanId,
    );
  });

  test("a server ignores positions that aren't W3C Trace Context", async () => {
    const { sink, span } = telemetry();
    const { serverFor } = createMcpServer({ tools: {}, trace: sink });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await serverFor("me").connect(far);
    const mcp = new Client({ name: "test", version: "1" });
    await mcp.connect(near);
    const { tools } = await mcp.listTools();
    const name = tools.find((tool) => /eval|run.program/.test(tool.name))?.name ?? "";
    await mcp.callTool({
      name,
      arguments: { program: "1" },
      _meta: { traceparent: `00-${"0".repeat(33)}`, baggage: "x".repeat(100_000) },
    });
    await mcp.close();
    expect(span("program").parentSpanContext).toBeUndefined();
  });
});

test("a sink whose provider records nothing changes nothing for the run", async () => {
  const nothing = {
    startSpan: () => trace.wrapSpanContext(INVALID_SPAN_CONTEXT),
  } as unknown as Tracer;
  const sink = createOtelSink({ tracerProvider: { getTracer: () => nothing } });
  const step = await runProgram("(tool/get {})", {
    tools: { get: (_, { trace: span }) => carrierOf(span) ?? "none" },
    trace: scopeOf(sink),
  });
  expect(step.ok && step.return).toBe("none");
  expect(sink.lostEvents).toBe(0);
});
