// Lists the names of a large number of tools for the prompt, with one line per prefix: `crm-find`
// and `crm-list`, `github/issues` and `github/pulls`.

export interface ListedNames {
  readonly lines: readonly string[];
  /** False if some names didn't fit. */
  readonly isWhole: boolean;
}

interface Group {
  readonly label: string;
  readonly names: readonly string[];
  shown: number;
}

/** The room for `and 1,234 more`. */
const roomOfRest = 20;

/**
 * Returns the names grouped by prefix, in at most `room` characters. If they don't all fit, each
 * group shows its first names and the number of others.
 */
export function toolNameLines(names: Iterable<string>, room: number): ListedNames {
  const all = groupsOf(names);
  let left = room - roomOfRest;
  const groups = all.filter(({ label, names: [first = ""] }) => {
    const least = label.length + 1 + roomOfRest;
    if (least + first.length > left) return false;
    left -= least;
    return true;
  });
  for (let open = groups; open.length > 0;)
    open = open.filter((group) => {
      const name = group.names[group.shown];
      if (name === undefined || name.length + 1 > left) return false;
      left -= name.length + 1;
      group.shown += 1;
      return true;
    });
  const lines = groups.map(lineOf);
  const omitted = all.filter((group) => !groups.includes(group));
  if (omitted.length > 0) lines.push(`- ${more(omitted)}`);
  return { lines, isWhole: all.every((group) => group.shown === group.names.length) };
}

/** The prefix of a name: `crm` in `crm-find`, `crm_find`, `crm.find` and `crm/find`. */
const prefixPattern = /^[^-_./]+(?=[-_./])/;

function groupsOf(names: Iterable<string>): readonly Group[] {
  const byPrefix = new Map<string, string[]>();
  for (const name of names) {
    const prefix = prefixPattern.exec(name)?.[0] ?? "";
    const members = byPrefix.get(prefix);
    if (members === undefined) byPrefix.set(prefix, [name]);
    else members.push(name);
  }
  const groups: Group[] = [];
  const others: string[] = [];
  for (const [prefix, members] of byPrefix)
    if (prefix === "" || members.length === 1) others.push(...members);
    else groups.push({ label: `- ${prefix}:`, names: members, shown: 0 });
  if (others.length > 0)
    groups.push({ label: groups.length === 0 ? "-" : "- others:", names: others, shown: 0 });
  return groups;
}

function lineOf({ label, names, shown }: Group): string {
  const rest = names.length - shown;
  return [
    label,
    ...names.slice(0, shown),
    ...(rest === 0 ? [] : [`and ${String(rest)} more`]),
  ].join(" ");
}

function more(groups: readonly Group[]): string {
  return `and ${String(groups.reduce((sum, { names }) => sum + names.length, 0))} more`;
}
