// Contacts and messages: find a person, read the inbox, send.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

const contacts = [
  { id: "C1", name: "Mara Holt", phone: "555-0101" },
  { id: "C2", name: "Timo Holt", phone: "555-0102" },
  { id: "C3", name: "Priya Nair", phone: "555-0103" },
  { id: "C4", name: "Otis Bell", phone: "555-0104" },
];
const inbox = [
  { from: "C3", text: "The train arrives at 17:40 on platform 9.", unread: true },
  { from: "C4", text: "Can you send me the door code?", unread: true },
  { from: "C1", text: "Thanks for dinner!", unread: false },
];

/** The desk `messages`. */
export const messagesDesk: Desk = {
  name: "messages",
  open: () => {
    const changes: string[] = [];
    return {
      changes,
      tools: {
        find_contact: tool({
          description: "Finds contacts by a part of their name.",
          signature: "(name :string) -> [{id :string, name :string, phone :string}]",
          execute: ({ name }) =>
            contacts.filter((contact) => contact.name.toLowerCase().includes(name.toLowerCase())),
        }),
        read_inbox: tool({
          description: "Lists the received messages, the newest first. `from` is a contact's id.",
          signature: "() -> [{from :string, text :string, unread :bool}]",
          execute: () => inbox,
        }),
        send_message: tool({
          description: "Sends a text to a contact.",
          signature: "(contact_id :string, text :string) -> {sent :bool}",
          execute: ({ contact_id, text }) => {
            if (!contacts.some(({ id }) => id === contact_id))
              throw new Error(`there is no contact ${contact_id}: see find_contact`);
            changes.push(`${contact_id}: ${text}`);
            return { sent: true };
          },
        }),
      },
    };
  },
  tasks: [
    {
      name: "phone number",
      prompt: "What is the phone number of Priya?",
      signature: "() -> {phone :string}",
      expected: { phone: "555-0103" },
    },
    {
      name: "platform",
      prompt: "On which platform does Priya's train arrive, and when?",
      signature: "() -> {platform :int, time :string}",
      expected: { platform: 9, time: "17:40" },
    },
    {
      name: "unread",
      prompt: "How many unread messages do I have?",
      signature: "() -> {unread :int}",
      expected: { unread: 2 },
    },
    {
      name: "send to one Holt",
      prompt: 'Send Timo Holt exactly this text: "See you at eight"',
      signature: "() -> {sent :bool}",
      expected: { sent: true },
      changes: ["C2: See you at eight"],
    },
    {
      name: "answer the question",
      prompt:
        'Somebody asked for the door code. Send that person exactly "4471". To whom did you send it?',
      signature: "() -> {name :string}",
      expected: { name: "Otis Bell" },
      changes: ["C4: 4471"],
    },
  ],
};
