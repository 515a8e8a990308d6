// The share of the data that the model saw.

import { bytesText, keptOutText } from "../data/formats.ts";

export function DataBar({ data, seen }: { readonly data: number; readonly seen: number }) {
  if (data === 0) return null;
  const shown = Math.min(seen, data);
  const share = Math.max(shown === 0 ? 0 : 0.8, (100 * shown) / data);
  return (
    <div class="data-bar">
      <div class="data-bar-line">
        <span>
          <i class="swatch is-seen" aria-hidden="true" /> The model saw <b>{bytesText(seen)}</b>
        </span>
        <span>
          <i class="swatch is-hidden" aria-hidden="true" /> Tools returned <b>{bytesText(data)}</b>
        </span>
        <span class="spring" />
        <span>
          <b>{keptOutText(data, seen)}</b> kept out of the context
        </span>
      </div>
      <svg
        class="data-bar-bar"
        height="8"
        width="100%"
        role="img"
        aria-label={`The model saw ${bytesText(seen)} about ${bytesText(data)} of data`}
      >
        <rect class="is-hidden" width="100%" height="8" rx="4" />
        <rect class="is-seen" width={`${String(Math.min(100, share))}%`} height="8" rx="4" />
      </svg>
    </div>
  );
}
