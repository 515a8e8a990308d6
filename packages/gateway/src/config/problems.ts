// Collects the mistakes of a configuration. No message contains a value of the file.

import { didYouMean, oneLine } from "@ptc/core/internal/errors";
import { z } from "zod";
import type { ConfigurationProblem } from "./configuration-error.ts";
import { ReferenceMistake } from "./references.ts";

/** The path of a field: `upstreams.github.env`. */
export type Path = readonly PropertyKey[];

const mostProblems = 50;

/** The mistakes found so far. */
export class Problems {
  readonly errors: ConfigurationProblem[] = [];
  readonly warnings: ConfigurationProblem[] = [];

  error(path: Path, message: string): void {
    if (this.errors.length < mostProblems) this.errors.push({ path: shownPath(path), message });
  }

  warn(path: Path, message: string): void {
    if (this.warnings.length < mostProblems) this.warnings.push({ path: shownPath(path), message });
  }

  /** Returns the result of `read`; a `ReferenceMistake` becomes an error of the field. */
  reading<Result>(path: Path, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (mistake) {
      if (!(mistake instanceof ReferenceMistake)) throw mistake;
      this.error(path, mistake.message);
      return undefined;
    }
  }

  /** Returns the checked data, or adds its mistakes and returns undefined. */
  check<Schema extends z.ZodObject>(
    schema: Schema,
    data: unknown,
    path: Path,
    hints: ReadonlyMap<string, string> = new Map(),
  ): z.infer<Schema> | undefined {
    const read = schema.safeParse(data);
    if (read.success) return read.data;
    for (const issue of read.error.issues) this.addIssue(schema, issue, path, hints);
    return undefined;
  }

  private addIssue(
    schema: z.ZodObject,
    issue: z.core.$ZodIssue,
    path: Path,
    hints: ReadonlyMap<string, string>,
  ): void {
    const at = [...path, ...issue.path];
    if (issue.code !== "unrecognized_keys") {
      this.error(at, textOf(issue));
      return;
    }
    const known = namesAt(schema, issue.path);
    for (const key of issue.keys) {
      const hint = hints.get(key) ?? didYouMean(key, known);
      this.error([...at, key], `unknown field (${hint ?? `expected ${known.join(", ")}`})`);
    }
  }
}

/** Issues of other kinds than these may repeat the value. */
function textOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${kindNames.get(issue.expected) ?? issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return `expected at least ${String(issue.minimum)}${unitOf(issue.origin)}`;
    case "too_big":
      return `expected at most ${String(issue.maximum)}${unitOf(issue.origin)}`;
    case "invalid_format":
      return issue.format === "url"
        ? "expected a URL, such as https://api.example/v1"
        : "has the wrong form";
    case "invalid_key":
      return "this name is too long";
    case "invalid_union":
      return unionText(issue);
    default:
      return "has the wrong form";
  }
}

const kindNames: ReadonlyMap<string, string> = new Map([
  ["record", "an object"],
  ["object", "an object"],
  ["array", "an array"],
  ["string", "a text"],
  ["boolean", "true or false"],
  ["int", "a whole number"],
  ["number", "a number"],
]);

function unitOf(origin: string): string {
  return origin === "string" ? " characters" : origin === "array" ? " elements" : "";
}

/** The unions of the schema are texts or objects with a command. */
function unionText({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const tooBig = errors.flat().find(({ code }) => code === "too_big" || code === "too_small");
  return tooBig === undefined
    ? 'expected a text such as "env:NAME", or { "command": …, "args": […] }'
    : textOf(tooBig);
}

/** Returns the names of the fields of the object at the path. */
function namesAt(schema: z.ZodObject, path: Path): readonly string[] {
  let at: unknown = schema;
  for (const key of path) {
    at = withoutOptional(at);
    at = at instanceof z.ZodObject ? (at.shape as Record<string, unknown>)[String(key)] : undefined;
  }
  at = withoutOptional(at);
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function withoutOptional(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

function shownPath(path: Path): string {
  return path.reduce<string>((before, key) => {
    if (typeof key === "number") return `${before}[${String(key)}]`;
    return `${before}${before === "" ? "" : "."}${oneLine(String(key), 80)}`;
  }, "");
}
