// Calls of tools as other interfaces write them: `(call-tool "search" {…})`, `(tool :search {…})`.

import type { Form } from "@ptc/parser";
import { plainName, symbolText } from "../form-tools.ts";
import { longestExample, written, writtenAll } from "./written-forms.ts";

/** Functions that call a tool by its name elsewhere. */
const callers: ReadonlySet<string> = new Set(
  (
    "call tool tools call-tool calltool call_tool invoke invoke-tool use-tool run-tool execute-tool " +
    "exec execute run request tool-call tool/call tools/call tool/invoke tools/invoke tool/run"
  ).split(" "),
);

/** Returns advice for a call of a tool whose name is an argument. */
export function toolCallHint(
  source: string,
  form: Form,
  isTool: (name: string) => boolean,
): string | undefined {
  if (form.type !== "list") return undefined;
  const [head, named, ...args] = form.items;
  if (head?.type !== "symbol" || named === undefined) return undefined;
  // `(tool search {…})`: a name that the program defines would hold no tool.
  const bare = plainName(named) ?? "";
  const isBare = isTool(bare) || (args.length > 0 && /tool/i.test(symbolText(head)));
  const name = nameIn(named) ?? (isBare && isCaller(head) && bare !== "" ? bare : undefined);
  if (name === undefined || !(isTool(name) || isCaller(head))) return undefined;
  const text = argsText(source, args);
  const call = `(tool/${name}${text === "" ? "" : ` ${text}`})`;
  return `each tool is a function: write ${call.length > longestExample ? `(tool/${name} {…})` : call}`;
}

function isCaller(head: Extract<Form, { type: "symbol" }>): boolean {
  return callers.has(symbolText(head).toLowerCase());
}

function nameIn(form: Form): string | undefined {
  const text =
    form.type === "string"
      ? form.value
      : form.type === "keyword"
        ? form.name
        : form.type === "quote"
          ? plainName(form.form)
          : form.type === "symbol" && form.namespace === "tool"
            ? form.name
            : undefined;
  return text !== undefined && /^[\w.-]{1,64}$/.test(text)
    ? text.replace(/^tools?[./]/, "")
    : undefined;
}

function argsText(source: string, args: readonly Form[]): string {
  const [only] = args;
  return args.length === 1 && only !== undefined ? written(source, only) : writtenAll(source, args);
}
