// A calendar of one day: list, create, move and cancel meetings.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

interface Meeting {
  readonly title: string;
  start: string;
  readonly minutes: number;
}

/** The desk `calendar`. */
export const calendarDesk: Desk = {
  name: "calendar",
  open: () => {
    const changes: string[] = [];
    const meetings = new Map<string, Meeting>([
      ["M1", { title: "Stand-up", start: "09:00", minutes: 15 }],
      ["M2", { title: "Budget review", start: "10:30", minutes: 60 }],
      ["M3", { title: "Lunch with Noor", start: "12:30", minutes: 45 }],
      ["M4", { title: "Hiring panel", start: "15:00", minutes: 90 }],
    ]);
    const found = (id: string): Meeting => {
      const meeting = meetings.get(id);
      if (meeting === undefined) throw new Error(`there is no meeting ${id}`);
      return meeting;
    };
    return {
      changes,
      tools: {
        list_meetings: tool({
          description: "Lists today's meetings in the order of their starts (24-hour clock).",
          signature: "() -> [{id :string, title :string, start :string, minutes :int}]",
          execute: () =>
            Array.from(meetings, ([id, meeting]) => ({ id, ...meeting })).sort((left, right) =>
              left.start < right.start ? -1 : 1,
            ),
        }),
        create_meeting: tool({
          description: "Creates a meeting today, with a start such as 14:00. Returns its id.",
          signature: "(title :string, start :string, minutes :int) -> {id :string}",
          execute: ({ title, start, minutes }) => {
            const id = `M${String(meetings.size + 1)}`;
            meetings.set(id, { title, start, minutes });
            changes.push(`create ${title} ${start} ${String(minutes)}`);
            return { id };
          },
        }),
        move_meeting: tool({
          description: "Moves a meeting to another start today.",
          signature: "(id :string, start :string) -> {start :string}",
          execute: ({ id, start }) => {
            found(id).start = start;
            changes.push(`move ${id} ${start}`);
            return { start };
          },
        }),
        cancel_meeting: tool({
          description: "Cancels a meeting.",
          signature: "(id :string) -> {cancelled :bool}",
          execute: ({ id }) => {
            found(id);
            meetings.delete(id);
            changes.push(`cancel ${id}`);
            return { cancelled: true };
          },
        }),
      },
    };
  },
  tasks: [
    {
      name: "when is the review",
      prompt: "When does the budget review start today?",
      signature: "() -> {start :string}",
      expected: { start: "10:30" },
    },
    {
      name: "last meeting",
      prompt: "Which of my meetings ends last today, and at what time does it end?",
      signature: "() -> {title :string, end :string}",
      expected: { title: "Hiring panel", end: "16:30" },
    },
    {
      name: "create",
      prompt: "Put a meeting called Design sync into my calendar, today at 14:00 for 30 minutes.",
      signature: "() -> {id :string}",
      expected: { id: "M5" },
      changes: ["create Design sync 14:00 30"],
    },
    {
      name: "move lunch",
      prompt: "Move my lunch with Noor to 13:00. Answer with its new start.",
      signature: "() -> {start :string}",
      expected: { start: "13:00" },
      changes: ["move M3 13:00"],
    },
    {
      name: "cancel the panel",
      prompt: "Cancel the hiring panel. How many meetings are left today?",
      signature: "() -> {left :int}",
      expected: { left: 3 },
      changes: ["cancel M4"],
    },
  ],
};
