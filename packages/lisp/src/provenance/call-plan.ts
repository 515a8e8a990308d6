// The facts about a builtin that a followed run needs, looked up once for each of them.

import type { Builtin } from "../builtins/builtin.ts";
import {
  type BuiltinRule,
  functionIndexOf,
  keepsFunctions,
  passesResultsOn,
  prints,
  readsProgress,
  readsState,
  ruleOf,
  takesOut,
} from "./builtin-rules.ts";
import { type FieldRule, fieldRuleOf } from "./field-rules.ts";

export interface CallPlan {
  readonly name: string;
  readonly rule: BuiltinRule | undefined;
  readonly field: FieldRule | undefined;
  /** True if the result has all origins of its arguments, and nothing else happens. */
  readonly isOfAll: boolean;
  /** True if values without labels inside of them need no more than the union of their labels. */
  readonly isBare: boolean;
  readonly takesFunctions: boolean;
  readonly functionIndex: number;
  readonly passesResultsOn: boolean;
  readonly takesOut: boolean;
  readonly readsState: boolean;
  readonly readsProgress: boolean;
  readonly prints: boolean;
}

const plans = new WeakMap<Builtin, CallPlan>();
const plansOfMade = new Map<string, CallPlan>();

export function planOf(builtin: Builtin): CallPlan {
  let plan = plans.get(builtin);
  if (plan === undefined)
    plans.set(builtin, (plan = planned(builtin.name, builtin.row.callsFunctions === true)));
  return plan;
}

/** Returns the plan of a function that the builtin `maker` has made. */
export function planOfMade(maker: string): CallPlan {
  let plan = plansOfMade.get(maker);
  if (plan === undefined)
    plansOfMade.set(
      maker,
      (plan = {
        ...planned(maker, true),
        rule: undefined,
        field: undefined,
        isOfAll: false,
        isBare: false,
      }),
    );
  return plan;
}

function planned(name: string, callsFunctions: boolean): CallPlan {
  const rule = ruleOf(name);
  const field = fieldRuleOf(name);
  const takesFunctions = callsFunctions || keepsFunctions(name);
  const isBare =
    rule?.type !== "state" && field === undefined && !prints(name) && name !== "with-out-str";
  return {
    name,
    rule,
    field,
    isOfAll: isBare && rule === undefined && !takesFunctions,
    isBare,
    takesFunctions,
    functionIndex: functionIndexOf(name),
    passesResultsOn: passesResultsOn(name),
    takesOut: takesOut(name),
    readsState: rule?.type === "state" || readsState(name),
    readsProgress: readsProgress(name),
    prints: prints(name),
  };
}
