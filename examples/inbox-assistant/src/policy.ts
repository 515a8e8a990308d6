// Where mail may go: to addresses of the person or of the address book. Any other recipient needs
// an approval.

import type { PolicyRule } from "@ptc/lisp";

export const policy: readonly PolicyRule[] = [
  {
    tool: ["mail_send", "mail_forward"],
    argument: "to",
    origin: { not: ["untrusted"] },
    else: "ask",
    message: "take recipients from the task or from contact_find",
  },
  { effect: ["read", "write"], verdict: "allow" },
];
