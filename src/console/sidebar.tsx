import { useEffect, useId, useState } from "preact/hooks";
import { live } from "./live.js";
import type { Schemas } from "./rest.js";
import { route, to } from "./route.js";
import { forgetKey, key } from "./session.js";
import { useStore } from "./store.js";

interface Entry {
  readonly path: string;
  readonly title: string;
}

/** The name, the views and the session. On a narrow screen the views are behind a button that shows the current one. */
export function Sidebar(props: {
  readonly me: Schemas["KeyHolder"];
  readonly views: readonly Entry[];
  readonly current: Entry | undefined;
}) {
  const { me, views, current } = props;
  const here = useStore(route);
  const menu = useId();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [here]);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key: pressed }: KeyboardEvent) => pressed === "Escape" && setOpen(false);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOpen]);
  return (
    <header class="side">
      <p class="brand">Attendant</p>
      <button
        type="button"
        class="menu-button quiet"
        aria-expanded={isOpen}
        aria-controls={menu}
        onClick={() => setOpen(!isOpen)}
      >
        {current ? `Menu: ${current.title}` : "Menu"}
        <span aria-hidden="true">{isOpen ? "▴" : "▾"}</span>
      </button>
      <div id={menu} class={isOpen ? "menu open" : "menu"}>
        <nav aria-label="Console">
          <ul>
            {views.map(({ path, title }) => (
              <li key={path}>
                <a href={to([path])} {...(path === current?.path && { "aria-current": "page" })}>
                  {title}
                  {path === "now" && <LiveCount />}
                </a>
              </li>
            ))}
            {me.scopes.includes("talk") && (
              <li>
                <a href="/talk">Talk to the assistant</a>
              </li>
            )}
          </ul>
        </nav>
        {key.value !== "" && (
          <div class="session">
            <span>{me.name ?? "Key without a name"}</span>
            <button type="button" class="quiet" onClick={forgetKey}>
              Log out
            </button>
          </div>
        )}
      </div>
    </header>
  );
}

function LiveCount() {
  const count = useStore(live).calls.size;
  return count > 0 ? <span class="count">{count}</span> : null;
}
