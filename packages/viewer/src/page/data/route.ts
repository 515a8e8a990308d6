// The address of a view, in the part of the URL after `#`. Every selection is in it, so that a link
// opens the same view.

import { useEffect, useState } from "preact/hooks";

export const tabs = ["turn", "timeline", "messages"] as const;
export type Tab = (typeof tabs)[number];

export type Route =
  | { readonly view: "runs" }
  | {
      readonly view: "run";
      readonly run: string;
      readonly tab: Tab;
      readonly span: string | undefined;
    }
  | { readonly view: "compare"; readonly left: string; readonly right: string };

function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const [, view, first, second] = path.split("/").map(decoded);
  if (view === "run" && first !== undefined && first !== "")
    return {
      view,
      run: first,
      tab: tabs.find((tab) => tab === second) ?? "turn",
      span: new URLSearchParams(query).get("span") ?? undefined,
    };
  if (view === "compare" && first !== undefined && second !== undefined)
    return { view, left: first, right: second };
  return { view: "runs" };
}

export function hashOf(route: Route): string {
  switch (route.view) {
    case "runs":
      return "#/";
    case "run": {
      const query = route.span === undefined ? "" : `?span=${encodeURIComponent(route.span)}`;
      return `#/run/${encodeURIComponent(route.run)}/${route.tab}${query}`;
    }
    case "compare":
      return `#/compare/${encodeURIComponent(route.left)}/${encodeURIComponent(route.right)}`;
  }
}

/** Shows a route. A replaced one isn't in the history, such as each step through a tree. */
export function go(route: Route, isReplaced = false): void {
  const hash = hashOf(route);
  if (hash === location.hash) return;
  if (isReplaced) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  dispatchEvent(new Event("hashchange"));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const read = (): void => setRoute(routeOf(location.hash));
    addEventListener("hashchange", read);
    addEventListener("popstate", read);
    return () => {
      removeEventListener("hashchange", read);
      removeEventListener("popstate", read);
    };
  }, []);
  return route;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
