// Data that is loaded, and loaded again when the server has news. The previous data is shown
// meanwhile.

import { useEffect, useState } from "preact/hooks";

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: string | undefined;
}

/** `version` counts the changes; `key` names what is loaded. */
export function useLoaded<Data>(
  load: () => Promise<Data>,
  key: string,
  version: number,
): Loaded<Data> {
  const [state, setState] = useState<Loaded<Data> & { readonly key: string }>({
    ...{ key, data: undefined, error: undefined },
  });
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (data) => {
        if (isCurrent) setState({ key, data, error: undefined });
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (isCurrent)
          setState((state) => ({
            key,
            data: state.key === key ? state.data : undefined,
            error: message,
          }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, version]);
  return state.key === key ? state : { data: undefined, error: undefined };
}
