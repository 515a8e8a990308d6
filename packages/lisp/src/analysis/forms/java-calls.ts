// Rewrites other spellings of a call that models know from Java: `(. x method)`, `(.. x a (b 1))`
// and `(new Class x)`. They become the dot form `(.method x)` or the constructor `(Class. x)`.

import type { Form, Span } from "@ptc/parser";
import { resolveNamespace } from "../../builtins/namespaces.ts";
import type { Analysis } from "../analysis.ts";
import { invalidForm } from "../analysis-error.ts";
import { plainName, symbolText, type ListForm } from "../form-tools.ts";
import type { Node } from "../core-tree.ts";

/** Rewrites `(. target method arg…)` and `(. target (method arg…))`. */
export function rewriteDot(
  analysis: Analysis,
  form: ListForm,
  [target, member, ...args]: readonly Form[],
): Form | Node {
  const call =
    target === undefined || member === undefined
      ? undefined
      : (memberOfClass(analysis, target, member, args, form.span) ??
        methodCall(target, member, args, form.span));
  return (
    call ??
    analysis.report(
      invalidForm(
        ".",
        "expected a value and a method",
        form.span,
        "write (.method value argument)",
      ),
    )
  );
}

/** Rewrites `(.. target method (method arg…) …)`. */
export function rewriteDotDot(
  analysis: Analysis,
  form: ListForm,
  [target, ...members]: readonly Form[],
): Form | Node {
  let call = target;
  for (const member of members)
    call =
      call === undefined
        ? undefined
        : (memberOfClass(analysis, call, member, [], form.span) ??
          methodCall(call, member, [], form.span));
  return (
    call ??
    analysis.report(
      invalidForm(
        "..",
        "expected a value and methods",
        form.span,
        "write (.. value method (method argument))",
      ),
    )
  );
}

/** Rewrites `(new Class arg…)`. */
export function rewriteNew(
  analysis: Analysis,
  form: ListForm,
  [target, ...args]: readonly Form[],
): Form | Node {
  if (target?.type !== "symbol")
    return analysis.report(
      invalidForm("new", "expected a class", form.span, 'write (Exception. "message")'),
    );
  const head: Form = { ...target, name: `${target.name}.` };
  return { type: "list", items: [head, ...args], span: form.span };
}

/**
 * Rewrites `(. Math abs x)` to `(Math/abs x)`, and `(. Integer MAX_VALUE)` to `Integer/MAX_VALUE`.
 */
function memberOfClass(
  analysis: Analysis,
  target: Form,
  member: Form,
  args: readonly Form[],
  span: Span,
): Form | undefined {
  if (target.type !== "symbol") return undefined;
  const [head = member, ...more] = member.type === "list" ? member.items : [member];
  const name = plainName(head);
  const className = resolveNamespace(symbolText(target));
  if (name === undefined || !analysis.builtins.has(`${className}/${name}`)) return undefined;
  const written: Form = { type: "symbol", namespace: className, name, span: head.span };
  const isConstant =
    analysis.builtin(`${className}/${name}`)?.row.constant !== undefined && member.type !== "list";
  return isConstant ? written : { type: "list", items: [written, ...more, ...args], span };
}

function methodCall(
  target: Form,
  member: Form,
  args: readonly Form[],
  span: Span,
): Form | undefined {
  if (member.type === "list") {
    const [head, ...rest] = member.items;
    return head === undefined ? undefined : methodCall(target, head, rest, span);
  }
  const name = plainName(member);
  if (name === undefined) return undefined;
  const head: Form = { type: "symbol", name: `.${name}`, span: member.span };
  return { type: "list", items: [head, target, ...args], span };
}
