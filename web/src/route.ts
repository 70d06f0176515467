// What is shown lives in the address, behind the #, so that a view can be sent: #where?row=rlm&type=date.
import { useEffect, useState } from "preact/hooks";

export interface Route {
  page: string;
  args: URLSearchParams;
}

function read(): Route {
  const text = location.hash.replace(/^#\/?/, "");
  const [page, query] = text.split("?", 2);
  return { page: page ?? "", args: new URLSearchParams(query ?? "") };
}

/** The address of a page of the experiment that is shown; an argument that is empty is left out. */
export function href(page: string, args: Record<string, string | number | undefined> = {}): string {
  const query = new URLSearchParams();
  const experiment = read().args.get("experiment"); // one stays with the experiment that is shown
  if (experiment) query.set("experiment", experiment);
  for (const [k, v] of Object.entries(args)) if (v !== undefined && v !== "") query.set(k, String(v));
  const text = query.toString();
  return `#${page}${text ? "?" + text : ""}`;
}

/** The address of the page that is shown with some arguments changed. */
export function changed(args: Record<string, string | number | undefined>): string {
  const now = read();
  return href(now.page, { ...Object.fromEntries(now.args), ...args });
}

export function useRoute(): Route {
  const [route, set] = useState(read);
  useEffect(() => {
    const on = () => set(read());
    addEventListener("hashchange", on);
    return () => removeEventListener("hashchange", on);
  }, []);
  return route;
}
