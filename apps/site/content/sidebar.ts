// The sidebar: the reading order of docs/README.md, then reference, packages, API and decisions.

export type SidebarItem = SidebarLink | SidebarGroup;

export interface SidebarLink {
  readonly label: string;
  /** The address without slashes at its ends. */
  readonly slug: string;
}

export interface SidebarGroup {
  readonly label: string;
  readonly collapsed: boolean;
  readonly items: readonly SidebarItem[];
}

export interface TitledPage {
  readonly slug: string;
  readonly title: string;
}

/** The groups of docs/README.md that are reading lists. */
const readingLists = ["Start", "Build agents", "Run programs only", "Operate"];

/** Returns the addresses of docs/reference/README.md in its order. */
export function referenceOrder(readme: string): readonly string[] {
  return [...readme.matchAll(/^- \[[^\]]*\]\(([\w-]+)\.md\)/gm)].map(
    ([, name]) => `reference/${name ?? ""}`,
  );
}

/**
 * Returns the sidebar for all pages. `references` are the addresses of the reference, in order.
 * `slugOf` returns the address of a link in docs/README.md, or undefined. A page of no group is an
 * error, so that no page is unreachable.
 */
export function sidebarOf(
  readme: string,
  pages: readonly TitledPage[],
  slugOf: (target: string) => string | undefined,
  references: readonly string[],
): readonly SidebarItem[] {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]));
  const linkTo = (slug: string): SidebarLink => ({ slug, label: titles.get(slug) ?? slug });
  const used = new Set<string>(["docs"]);
  const take = (slugs: readonly string[]): readonly SidebarLink[] =>
    slugs
      .filter((slug) => titles.has(slug) && !used.has(slug))
      .map((slug) => (used.add(slug), linkTo(slug)));
  const under = (prefix: string): readonly string[] =>
    pages.map(({ slug }) => slug).filter((slug) => slug.startsWith(`${prefix}/`));
  const group = (label: string, items: readonly SidebarItem[], collapsed = true): SidebarGroup => ({
    label,
    collapsed,
    items,
  });

  const lists = readingLists.map((label) =>
    group(
      label,
      take(linksOfSection(readme, label).flatMap((target) => slugOf(target) ?? [])),
      label !== "Start",
    ),
  );
  const start = lists[0];
  const functions = take(["reference/functions", ...under("reference/functions")]);
  const api = take(["reference/api", ...under("reference/api")]);
  const packages = take(["packages", ...under("packages")]);
  const decisions = take(["decisions", ...under("decisions")]);
  const reference = take(["reference", ...references, ...under("reference")]);
  const rest = take(pages.map(({ slug }) => slug));
  const sidebar: readonly SidebarItem[] = [
    { label: "Playground", slug: "playground" },
    ...(start === undefined
      ? []
      : [
          group(
            start.label,
            [{ label: "All documents", slug: "docs" }, ...start.items, ...rest],
            false,
          ),
        ]),
    ...lists.slice(1),
    group("Reference", [...reference, group("Functions", functions)]),
    group("Packages", packages),
    group("TypeScript API", api),
    group("Decisions", decisions),
  ];
  const unlisted = pages.filter(({ slug }) => !used.has(slug));
  if (unlisted.length > 0)
    throw new Error(`no group of the sidebar has ${unlisted.map(({ slug }) => slug).join(", ")}`);
  return sidebar;
}

/** Returns the targets of the links in the numbered list of a section, in order. */
function linksOfSection(readme: string, title: string): readonly string[] {
  const from = readme.indexOf(`\n## ${title}\n`);
  if (from < 0) throw new Error(`docs/README.md has no section "${title}"`);
  const end = readme.indexOf("\n## ", from + 1);
  const section = readme.slice(from, end < 0 ? undefined : end);
  return section
    .split("\n")
    .filter((line) => /^\d+\. /.test(line))
    .flatMap((line) => [...line.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? ""));
}
