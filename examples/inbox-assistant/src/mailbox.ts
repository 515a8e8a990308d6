// The tools of the assistant. Their traits are the only facts that the policy needs: strangers
// write mails, and the person writes the address book.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tools } from "@ptc/lisp";

interface Mail {
  readonly id: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
}

/** A mail that left the mailbox. */
export interface Sent {
  readonly to: string;
  readonly subject: string;
}

const contacts = [
  { name: "Ann Berg", email: "ann@berg.example" },
  { name: "Tom Reed", email: "tom.reed@work.example" },
  { name: "Ines Koch", email: "ines.koch@work.example" },
];

/** Returns the tools, and the list to which they add what they send. */
export function openMailbox(): { readonly tools: Tools; readonly sent: readonly Sent[] } {
  const mails = JSON.parse(
    readFileSync(join(import.meta.dirname, "../inbox.json"), "utf8"),
  ) as readonly Mail[];
  const sent: Sent[] = [];
  const tools: Tools = {
    mail_search: {
      description: "Mails that contain the text; all without it: [{id from subject body}].",
      effect: "read",
      trust: "untrusted",
      execute: ({ text = "" }: { text?: string }) =>
        mails.filter(({ subject, body }) =>
          `${subject} ${body}`.toLowerCase().includes(text.toLowerCase()),
        ),
    },
    contact_find: {
      description: "The person's own contacts by a part of their name: [{name email}].",
      effect: "read",
      trust: "trusted",
      // A contact that was found by a name from a mail is still a contact.
      endorses: true,
      execute: ({ text }: { text: string }) => contacts.filter(({ name }) => name.includes(text)),
    },
    mail_send: {
      description: "Sends a mail, with {to subject body}.",
      effect: "write",
      execute: ({ to, subject }: { to: string; subject: string }) => {
        sent.push({ to, subject });
        return "sent";
      },
    },
    mail_forward: {
      description: "Forwards a mail, with {id to}.",
      effect: "write",
      execute: ({ id, to }: { id: string; to: string }) => {
        const mail = mails.find((each) => each.id === id);
        if (mail === undefined) throw new Error(`there is no mail ${id}`);
        sent.push({ to, subject: `Fwd: ${mail.subject}` });
        return "forwarded";
      },
    },
  };
  return { tools, sent };
}
