// Light or dark: as the system says, unless this person chose.

export type Theme = "system" | "light" | "dark";

const key = "ptc-viewer-theme";

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    // Pages in files may have no storage.
    return "system";
  }
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // The choice is lost when the page closes.
  }
  dispatchEvent(new Event("ptc-theme"));
}

export function nextTheme(theme: Theme): Theme {
  return theme === "system" ? "light" : theme === "light" ? "dark" : "system";
}
