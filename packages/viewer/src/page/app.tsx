// The frame around every view: heading, state of the server, theme, help, and loading.

import { useEffect, useRef, useState } from "preact/hooks";
import type { RunList, UndecidedRun } from "../page-data.ts";
import { PageContext, type PageState } from "./data/page-context.ts";
import { go, hashOf, useRoute } from "./data/route.ts";
import type { RunSource } from "./data/run-source.ts";
import { applyTheme, nextTheme, storedTheme } from "./data/theme.ts";
import { useKeys } from "./data/use-keys.ts";
import { useLoaded } from "./data/use-loaded.ts";
import { visible } from "./data/formats.ts";
import { Help } from "./parts/help.tsx";
import { CompareView } from "./views/compare-view.tsx";
import { RunListView } from "./views/run-list-view.tsx";
import { RunView } from "./views/run-view.tsx";

const announcedMs = 8_000;
const leastRefreshMs = 300;

export function App({ source }: { readonly source: RunSource }) {
  const route = useRoute();
  const [version, setVersion] = useState(0);
  const [isConnected, setConnected] = useState(true);
  const [isHelp, setHelp] = useState(false);
  const [theme, setTheme] = useState(storedTheme);
  const [announcement, setAnnouncement] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      due ??= setTimeout(() => {
        due = undefined;
        setVersion((count) => count + 1);
      }, leastRefreshMs);
    };
    return source.follow(changed, setConnected);
  }, [source]);
  const { data: list, error } = useLoaded<RunList>(() => source.list(), "list", version);
  const { data: waiting = noneWaiting } = useLoaded(() => source.waiting(), "waiting", version);
  useKeys({
    "?": () => setHelp(true),
    t: () => changeTheme(),
    g: () => go({ view: "runs" }),
  });
  const changeTheme = (): void => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  const state: PageState = {
    ...{ source, version, isConnected, list, waiting },
    refresh: () => setVersion((count) => count + 1),
    announce: (text) => {
      setAnnouncement(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setAnnouncement(""), announcedMs);
    },
  };
  const shown = route.view === "run" ? list?.runs.find(({ id }) => id === route.run) : undefined;
  useEffect(() => {
    document.title = shown === undefined ? "PTC runs" : `${visible(shown.title)} – PTC`;
  }, [shown?.title]);
  return (
    <PageContext.Provider value={state}>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={hashOf({ view: "runs" })} aria-label="All runs">
          <span class="mark" aria-hidden="true">
            (λ)
          </span>
          <span class="brand-name">PTC</span>
        </a>
        <nav class="crumbs" aria-label="Position">
          {route.view === "runs" ? (
            <span class="crumb">{visible(list?.title ?? "")}</span>
          ) : (
            <>
              <a class="crumb" href={hashOf({ view: "runs" })}>
                Runs
              </a>
              <span aria-hidden="true" class="slash">
                /
              </span>
              <span class="crumb current">
                {route.view === "compare"
                  ? "Compare"
                  : visible(shown?.agent ?? shown?.title ?? "Run")}
              </span>
            </>
          )}
        </nav>
        <span class="spring" />
        {source.isLive ? (
          <span class={`live ${isConnected ? "is-on" : "is-off"}`} role="status">
            <span class="live-dot" aria-hidden="true" />
            {isConnected ? "Live" : "Not connected"}
          </span>
        ) : (
          <span class="live">Saved page</span>
        )}
        <button type="button" class="quiet" onClick={changeTheme} title="Change the colors (t)">
          {theme === "system" ? "Auto" : theme === "light" ? "Light" : "Dark"}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => setHelp(true)}
          title="Keys (?)"
          aria-label="Keyboard help"
        >
          ?
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {error !== undefined && list === undefined && <p class="notice is-bad">{error}</p>}
        {route.view === "runs" && <RunListView />}
        {route.view === "run" && <RunView key={route.run} route={route} />}
        {route.view === "compare" && <CompareView left={route.left} right={route.right} />}
      </main>
      <div
        class={announcement === "" ? "toast" : "toast is-shown"}
        role="status"
        aria-live="polite"
      >
        {announcement}
      </div>
      {isHelp && <Help close={() => setHelp(false)} />}
    </PageContext.Provider>
  );
}

const noneWaiting: readonly UndecidedRun[] = [];

function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
