// Checks the context of a mission and inserts its values into the prompt.

import type { Fail } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { DataDepthError, WorkLimitError, type HostFile } from "@ptc/core/values";
import type { ValidationResult } from "@ptc/signature";
import { validateInputAs, violationLines } from "@ptc/signature/internal";
import type { Agent } from "../agent/agent.ts";
import type { Mode } from "../modes/mode.ts";
import { shownName } from "../shape/shown-name.ts";
import { mismatchFails } from "../step/mismatch-fail.ts";
import {
  expandTemplate,
  type ExpandTemplateOptions,
  type ExpandTemplateResult,
} from "../template/expand-template.ts";
import { namesIn, type Template } from "../template/parse-template.ts";

export type PreparePromptResult =
  | {
      readonly ok: true;
      readonly context: Readonly<Record<string, unknown>>;
      readonly prompt: string;
      /** The files that the prompt attaches, in the order of their marks. */
      readonly files: readonly HostFile[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly fail: Fail };

/**
 * Checks the context against the signature and expands the prompt with it. Fails with
 * `validation_error` or `template_error`.
 */
export function preparePrompt(
  agent: Agent,
  given: Readonly<Record<string, unknown>>,
  firewall: Firewall,
  { showsWholeValues = false }: Pick<Mode, "showsWholeValues">,
): PreparePromptResult {
  const fitting = validateInputAs(agent.signature, given, agent.validation, { takesBigints: true });
  if (!fitting.ok) return { ok: false, fail: inputFail(fitting) };
  const context = fitting.value as Readonly<Record<string, unknown>>;
  const template = showsWholeValues ? withInputs(agent.template, context) : agent.template;
  const expanded = expandedPrompt(template, context, firewall, { wholeValues: showsWholeValues });
  if (!expanded.ok)
    return { ok: false, fail: { reason: "template_error", message: expanded.message } };
  if (expanded.text.trim() === "")
    return {
      ok: false,
      fail: {
        reason: "template_error",
        message: "the prompt is empty after its placeholders are replaced",
      },
    };
  const { text: prompt, files } = expanded;
  return { ok: true, context, prompt, files, warnings: fitting.warnings ?? [] };
}

/** Returns the failure of a mission whose context doesn't match the signature. */
export function inputFail(fitting: ValidationResult & { readonly ok: false }): Fail {
  return {
    reason: "validation_error",
    message: `the context does not match the signature: ${violationLines(fitting).join("; ")}`,
    details: { kind: "validation_error", errors: mismatchFails(fitting) },
  };
}

/**
 * Appends the context fields that the template doesn't name, each in an envelope. So no value can
 * pass for another value or for a part of the question.
 */
function withInputs(template: Template, context: Readonly<Record<string, unknown>>): Template {
  const named = namesIn(template);
  const others = Object.keys(context).filter((name) => !named.has(name));
  return [
    ...template,
    ...others.flatMap((name, index): Template => [
      {
        type: "text",
        text: `${index === 0 ? "\n\n" : "\n"}${shownName(name)}:\n<data kind="argument">\n`,
      },
      { type: "placeholder", path: [name], source: name },
      { type: "text", text: "\n</data>" },
    ]),
  ];
}

function expandedPrompt(
  template: Template,
  context: Readonly<Record<string, unknown>>,
  firewall: Firewall,
  options: ExpandTemplateOptions,
): ExpandTemplateResult {
  try {
    return expandTemplate(template, context, firewall, options);
  } catch (error) {
    // Reading detects host Maps that contain themselves or are too large.
    if (error instanceof DataDepthError || error instanceof WorkLimitError)
      return { ok: false, message: error.message };
    throw error;
  }
}
