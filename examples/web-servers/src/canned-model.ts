// A model that needs no key. It writes a program for each of three questions. A question that is a
// program itself comes back, so that you can send any program to the agent.

import { createScriptedModel, type LanguageModel } from "@ptc/llm";

const due = "(return {:due (sum-by :due (tool/orders)) :checked (* 99999999999 99999999999)})";

function programFor(question: string): string {
  if (question.startsWith("(")) return question;
  if (/refund/i.test(question)) return "(return (tool/refund {:id 7}))";
  return /report/i.test(question) ? "(return (tool/report))" : due;
}

/** Returns the model of one run. A resumed run asks it nothing, unless its program fails. */
export function cannedModel(question: string): LanguageModel {
  return createScriptedModel([programFor(question)]);
}
