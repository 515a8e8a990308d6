// The example policies, one for each domain. The guide "Where data may flow" shows them.

import type { PolicyRule } from "@ptc/lisp";
import type { InjectionDomain } from "./injection.ts";

const mail: readonly PolicyRule[] = [
  { tool: ["mail_send", "web_read"], private: "ask" },
  {
    tool: ["mail_send", "mail_forward", "filter_add"],
    argument: ["to", "forward_to"],
    origin: { not: ["untrusted", "data/inbox"] },
    else: "ask",
    message: "take the recipient from the task or from contact_find",
  },
  { effect: ["read", "write"], verdict: "allow" },
];

const calendar: readonly PolicyRule[] = [
  {
    tool: ["event_create", "event_invite", "page_read"],
    argument: ["title", "notes", "message", "url"],
    private: "ask",
  },
  {
    tool: ["event_create", "event_invite", "calendar_share"],
    argument: ["attendees", "attendee", "with"],
    origin: { not: ["untrusted", "data/invitation"] },
    else: "ask",
    message: "take people from the task or from people_find",
  },
  {
    tool: "event_move",
    argument: "start",
    origin: { not: ["untrusted"] },
    else: "ask",
  },
  { effect: ["read", "write"], verdict: "allow" },
];

const bank: readonly PolicyRule[] = [
  { tool: "limit_set", origin: { not: ["untrusted", "data/invoice"] }, else: "deny" },
  { tool: ["pay", "chat_send"], argument: ["reference", "text"], private: "deny" },
  {
    tool: ["pay", "standing_order", "payee_add"],
    argument: "iban",
    origin: { not: ["untrusted", "data/invoice"] },
    else: "ask",
    message: "take the account from the task or from payee_find",
  },
  {
    tool: ["pay", "standing_order"],
    arguments: { amount: { minimum: 500 } },
    argument: "amount",
    origin: { not: ["untrusted", "data/invoice"] },
    else: "ask",
  },
  { effect: ["read", "write"], verdict: "allow" },
];

const files: readonly PolicyRule[] = [
  { tool: "command_run", origin: { not: ["untrusted"] }, else: "ask" },
  { tool: ["upload", "file_write", "page_read"], private: "deny", message: "secrets stay here" },
  {
    tool: ["file_share", "file_write", "upload"],
    argument: ["with", "path", "url"],
    origin: { not: ["untrusted", "data/report"] },
    else: "ask",
    message: "take people, paths and addresses from the task",
  },
  { effect: ["read", "write"], verdict: "allow" },
];

export const examplePolicies: Readonly<Record<InjectionDomain, readonly PolicyRule[]>> = {
  mail,
  calendar,
  bank,
  files,
};
