// The size of the first request of an agent that has a large API as its tools: by a program, and
// with the definitions of native tool calls.
import { openApiTools } from "@ptc/openapi";
import { defineAgent, previewPrompt } from "@ptc/subagent";
import { markdownTable, ratioText, writeReportPart } from "../report.ts";
import { githubDocument } from "./github-document.ts";

const selections = [
  { name: "GET operations", include: { methods: ["get"] } },
  { name: "all operations", include: {} },
] as const;

/** Measures and prints. `--write` also writes it to the report. */
export async function measurePrompt(options: readonly string[]): Promise<void> {
  const { document, specifier, bytes } = await githubDocument();
  const lines: string[][] = [];
  for (const { name, include } of selections) {
    const { tools } = openApiTools(document, { include });
    const count = Object.keys(tools).length;
    const byProgram = requestTokens(tools, "program");
    const native = requestTokens(tools, "text");
    console.log(
      `${String(count)} ${name}: ${String(byProgram)} tokens by a program, ${String(native)} with native tool calls`,
    );
    lines.push([
      name,
      String(count),
      String(byProgram),
      String(native),
      ratioText(native / byProgram),
    ]);
  }
  const head = ["tools", "count", "tokens, mode program", "tokens, mode text", "ratio"];
  const megabytes = (bytes / 1e6).toFixed(0);
  writeReportPart(
    options,
    "prompt",
    [
      "## Prompts of large APIs",
      `The tools come from GitHub's OpenAPI document (\`${specifier}\`, ${megabytes} MB). The table shows the estimated tokens of the first request, as \`previewPrompt\` reports them. In mode \`program\` the prompt lists the names of many tools, and the model looks the others up. In mode \`text\` each request carries the definition of every tool.`,
      markdownTable(head, lines),
    ].join("\n\n"),
  );
}

function requestTokens(
  tools: ReturnType<typeof openApiTools>["tools"],
  mode: "program" | "text",
): number {
  const agent = defineAgent({
    prompt: "How many issues are open?",
    signature: "() -> {count :int}",
    mode,
    tools,
  });
  const preview = previewPrompt(agent);
  if (!preview.ok) throw new Error(preview.fail.message);
  return preview.estimatedTokens;
}
