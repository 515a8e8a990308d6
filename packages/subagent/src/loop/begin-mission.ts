// Prepares a mission before a model is asked: checks the context and fills its values into the
// prompt.

import type { Fail } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { DataDepthError, WorkLimitError, type HostFile } from "@ptc/core/values";
import { validateInput, type ValidationResult } from "@ptc/signature";
import { violationLines } from "@ptc/signature/internal";
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

export type BeginMissionResult =
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
export function beginMission(
  agent: Agent,
  given: Readonly<Record<string, unknown>>,
  firewall: Firewall,
  { showsWholeValues = false }: Pick<Mode, "showsWholeValues">,
): BeginMissionResult {
  const fitting = validateInput(agent.signature, given, { mode: agent.validation });
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
        message: "the prompt is empty once its placeholders have their values",
      },
    };
  const { text: prompt, files } = expanded;
  return { ok: true, context, prompt, files, warnings: fitting.warnings ?? [] };
}

/** The fail of a mission whose context does not match the signature. */
export function inputFail(fitting: ValidationResult & { readonly ok: false }): Fail {
  return {
    reason: "validation_error",
    message: `the context does not match the signature: ${violationLines(fitting).join("; ")}`,
    details: { kind: "validation_error", errors: mismatchFails(fitting) },
  };
}

/**
 * The template with what it does not name of the context at its end, each in an envelope: nothing
 * in one value can pass for another one, or for a part of the question.
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
    // A Map of the host that contains itself, or is too large, is noticed only when it is read.
    if (error instanceof DataDepthError || error instanceof WorkLimitError)
      return { ok: false, message: error.message };
    throw error;
  }
}
