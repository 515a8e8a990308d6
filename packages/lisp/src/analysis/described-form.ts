// Describes forms for messages.

import type { Form } from "@ptc/parser";
import { symbolText } from "./form-tools.ts";

export function describeForm(form: Form): string {
  switch (form.type) {
    case "symbol":
      return `the symbol ${symbolText(form)}`;
    case "nil":
      return "nil";
    case "list":
      return "a list";
    case "function":
      return "a function literal";
    default:
      return `a ${form.type}`;
  }
}
