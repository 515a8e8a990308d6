// Lays out lists that don't fit a line: calls, and the forms of form-styles.ts.
import { entries, sequence, writeComment } from "./entries.ts";
import { argumentPairs, type FormStyle, formStyles, functionStyle } from "./form-styles.ts";
import { isDiscard, type Node } from "./node.ts";
import { type Placement, placedBehind, type Role, type Steps } from "./placement.ts";
import type { Writer } from "./writer.ts";

/**
 * The inside of a list whose opening bracket is already written. `inside` is the column after it;
 * `trailing` includes its closing bracket.
 */
interface Inside {
  readonly inside: number;
  readonly trailing: number;
}

/** Lays out the items between the brackets. */
export function* insideList(
  writer: Writer,
  { node: { items }, role }: Placement,
  place: Inside,
): Steps {
  const { inside, trailing } = place;
  const [head] = items;
  if (head === undefined) return;
  if (role === "data") {
    yield* sequence(writer, items, { indent: inside, trailing, role });
    return;
  }
  if (head.kind === "comment" || isDiscard(head)) {
    yield* entries(writer, items, { indent: inside, trailing });
    return;
  }
  const rest = items.slice(1);
  yield { node: head, role: "code", trailing: rest.length === 0 ? trailing : 0 };
  if (rest.length === 0) return;
  const style = role === "function" ? functionStyle : formStyles.get(head.text);
  if (head.kind !== "atom") yield* below(writer, rest, place);
  else if (style === undefined) yield* call(writer, head, rest, place);
  else yield* styled(writer, style, rest, place);
}

/**
 * Lays out a call: the arguments are below the first one, beside the name, or all are below the
 * name.
 */
function* call(writer: Writer, head: Node, rest: readonly Node[], place: Inside): Steps {
  const alone = argumentPairs.get(head.text) ?? Infinity;
  const column = writer.column + 1;
  if (!isRoomBeside(writer, rest, column, place.trailing)) {
    yield* below(writer, rest, place, alone);
    return;
  }
  writer.space();
  yield* entries(writer, rest, { indent: column, trailing: place.trailing, alone });
}

function* below(writer: Writer, rest: readonly Node[], place: Inside, alone = Infinity): Steps {
  beginBody(writer, rest[0], place.inside);
  yield* entries(writer, rest, { indent: place.inside, trailing: place.trailing, alone });
}

/** Starts the body. A comment at the end of the previous line stays there. */
function beginBody(writer: Writer, first: Node | undefined, indent: number): void {
  if (first?.kind === "comment" && first.isOnLine && !writer.isAfterComment) writer.space();
  else writer.line(indent);
}

/** True if arguments at that column fit the lines, or have half of the width to break in. */
function isRoomBeside(
  writer: Writer,
  rest: readonly Node[],
  column: number,
  trailing: number,
): boolean {
  if (rest[0]?.kind === "comment" || writer.begin(column) < column) return false;
  const room = writer.width - column;
  const needs = (size: "flat" | "least"): number =>
    rest.reduce((most, node, index) => {
      if (node.kind === "comment") return most;
      return Math.max(most, node[size] + (index === rest.length - 1 ? trailing : 0));
    }, 0);
  return needs("flat") <= room || (column <= writer.width / 2 && needs("least") <= room);
}

/** Lays out the forms beside the name, then the body. */
function* styled(writer: Writer, style: FormStyle, rest: readonly Node[], place: Inside): Steps {
  const bodyIndent = place.inside + 1;
  const headIndent = place.inside + 3;
  const beside = countBeside(style, rest);
  let index = 0;
  for (let forms = 0; forms < beside; index += 1) {
    const node = rest[index];
    if (node === undefined) return;
    if (node.kind === "comment") {
      writeComment(writer, node, headIndent, false, false);
      continue;
    }
    const isForm = !isDiscard(node);
    const role: Role = isForm && forms === 0 ? (style.first ?? "code") : "code";
    const trailing = index === rest.length - 1 ? place.trailing : 0;
    yield* placedBehind(writer, { node, role, trailing }, headIndent);
    if (isForm) forms += 1;
  }
  const body = rest.slice(index);
  if (body.length === 0) return;
  beginBody(writer, body[0], bodyIndent);
  yield* entries(writer, body, {
    indent: bodyIndent,
    trailing: place.trailing,
    ...(style.pairs === undefined ? {} : { alone: 0 }),
    ...(style.pairs === "constants" ? { firstRole: "data" as const } : {}),
    connector: style.connector,
  });
}

function countBeside({ beside }: FormStyle, rest: readonly Node[]): number {
  if (typeof beside === "number") return beside;
  const forms = rest.filter((node) => node.kind !== "comment" && !isDiscard(node)).slice(0, 2);
  if (beside === "definition") return forms[1]?.kind === "vector" ? 2 : 1;
  const parameters = forms.findIndex(({ kind }) => kind === "vector");
  if (parameters === 0 || forms[0]?.kind === "atom") return parameters < 0 ? 1 : parameters + 1;
  return 0;
}
