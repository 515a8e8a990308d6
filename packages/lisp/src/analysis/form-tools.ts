// Helpers that read forms.

import type { Form } from "@ptc/parser";

export type ListForm = Extract<Form, { type: "list" }>;
export type SymbolForm = Extract<Form, { type: "symbol" }>;
export type TaggedForm = Extract<Form, { type: "tagged" }>;

/** Returns the name of a symbol without a namespace, or `undefined` for any other form. */
export function plainName(form: Form | undefined): string | undefined {
  return form?.type === "symbol" && form.namespace === undefined ? form.name : undefined;
}

/** Returns a symbol as it is written. */
export function symbolText(form: SymbolForm): string {
  return form.namespace === undefined ? form.name : `${form.namespace}/${form.name}`;
}
