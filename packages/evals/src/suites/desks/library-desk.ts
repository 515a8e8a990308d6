// A library: search books, look at copies, reserve.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

const books = [
  { id: "K1", title: "The Salt Road", author: "I. Renner", year: 1998, copies: 0 },
  { id: "K2", title: "Salt and Iron", author: "P. Okello", year: 2011, copies: 2 },
  { id: "K3", title: "A Year of Rivers", author: "I. Renner", year: 2004, copies: 1 },
  { id: "K4", title: "Rivers at Night", author: "D. Sato", year: 2019, copies: 0 },
];

/** The desk `library`. */
export const libraryDesk: Desk = {
  name: "library",
  open: () => {
    const changes: string[] = [];
    return {
      changes,
      tools: {
        search_books: tool({
          description: "Finds books by a part of the title or the author's name.",
          signature: "(text :string) -> [{id :string, title :string, author :string, year :int}]",
          execute: ({ text }) =>
            books
              .filter(({ title, author }) =>
                `${title} ${author}`.toLowerCase().includes(text.toLowerCase()),
              )
              .map(({ id, title, author, year }) => ({ id, title, author, year })),
        }),
        free_copies: tool({
          description: "Returns the number of copies that can be borrowed now.",
          signature: "(id :string) -> {copies :int}",
          execute: ({ id }) => {
            const book = books.find((candidate) => candidate.id === id);
            if (book === undefined) throw new Error(`there is no book ${id}: see search_books`);
            return { copies: book.copies };
          },
        }),
        reserve: tool({
          description: "Reserves a book that has no free copy, for a member.",
          signature: "(id :string, member :string) -> {reserved :bool}",
          execute: ({ id, member }) => {
            const book = books.find((candidate) => candidate.id === id);
            if (book === undefined) throw new Error(`there is no book ${id}: see search_books`);
            if (book.copies > 0) throw new Error(`${id} has a free copy: it needs no reservation`);
            changes.push(`reserve ${id} ${member}`);
            return { reserved: true };
          },
        }),
      },
    };
  },
  tasks: [
    {
      name: "year of a book",
      prompt: "When was A Year of Rivers published?",
      signature: "() -> {year :int}",
      expected: { year: 2004 },
    },
    {
      name: "newest of an author",
      prompt: "Which is the newest book by Renner?",
      signature: "() -> {title :string}",
      expected: { title: "A Year of Rivers" },
    },
    {
      name: "free copies",
      prompt: "How many copies of Salt and Iron can be borrowed now?",
      signature: "() -> {copies :int}",
      expected: { copies: 2 },
    },
    {
      name: "reserve",
      prompt: "Reserve The Salt Road for the member W-88.",
      signature: "() -> {reserved :bool}",
      expected: { reserved: true },
      changes: ["reserve K1 W-88"],
    },
    {
      name: "reserve if needed",
      prompt:
        "Member W-12 wants both books with Rivers in the title. Reserve those that have no free copy. Which titles did you reserve?",
      signature: "() -> {titles [:string]}",
      expected: { titles: ["Rivers at Night"] },
      changes: ["reserve K4 W-12"],
    },
  ],
};
