// The state of the playground that a link carries. It comes from strangers, so it is checked
// completely: sizes, types and names.

/** A tool of the playground, which programs call as `tool/name`. */
export interface MockTool {
  readonly name: string;
  /** A signature such as `(id :int) -> {total :float}`; may be empty. */
  readonly signature: string;
  /** `answer`: `body` is JSON, returned for each call. `javascript`: `body` is a function. */
  readonly kind: "answer" | "javascript";
  readonly body: string;
}

export interface PlaygroundState {
  readonly program: string;
  /** JSON or CSV. */
  readonly data: string;
  readonly tools: readonly MockTool[];
}

export const emptyState: PlaygroundState = { program: "", data: "", tools: [] };

/** The most that a link may carry. */
export const stateLimits = { text: 200_000, tools: 20, name: 60 } as const;

/** Returns the state, or undefined if `value` isn't one. Unknown fields are ignored. */
export function readState(value: unknown): PlaygroundState | undefined {
  if (typeof fieldOf(value, "program") !== "string") return undefined;
  const program = textField(value, "program");
  const data = textField(value, "data");
  const tools = readTools(fieldOf(value, "tools"));
  if (program === undefined || data === undefined || tools === undefined) return undefined;
  return { program, data, tools };
}

/** True if the state has code that isn't a program: JavaScript runs only after a consent. */
export function hasJavaScript({ tools }: PlaygroundState): boolean {
  return tools.some(({ kind }) => kind === "javascript");
}

/** True for names of tools that a program can write. */
export function isToolName(name: string): boolean {
  return name.length <= stateLimits.name && /^[a-zA-Z][a-zA-Z0-9_-]*$/.test(name);
}

function readTools(value: unknown): readonly MockTool[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > stateLimits.tools) return undefined;
  const tools = (value as readonly unknown[]).map(readTool);
  const known = tools.filter((tool) => tool !== undefined);
  const names = new Set(known.map(({ name }) => name));
  return names.size === value.length ? known : undefined;
}

function readTool(value: unknown): MockTool | undefined {
  const name = fieldOf(value, "name");
  const kind = fieldOf(value, "kind");
  const signature = textField(value, "signature");
  const body = textField(value, "body");
  if (typeof name !== "string" || !isToolName(name)) return undefined;
  if (kind !== "answer" && kind !== "javascript") return undefined;
  if (signature === undefined || body === undefined) return undefined;
  return { name, kind, signature, body };
}

/** Returns a text, "" for a missing field, or undefined for anything else. */
function textField(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name) ?? "";
  return typeof field === "string" && field.length <= stateLimits.text ? field : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
