import { useEffect, useRef } from "preact/hooks";
import { Access, type Scope } from "./access.js";
import { connectionWords } from "./live-words.js";
import { follow, live } from "./live.js";
import { Login } from "./login.js";
import { refusedLogin } from "./once.js";
import { Nothing, Problem, Waiting } from "./parts/notices.js";
import { answerOf, rest, type Schemas } from "./rest.js";
import { route, to } from "./route.js";
import { forgetKey, key, refusals } from "./session.js";
import { Sidebar } from "./sidebar.js";
import { useStore } from "./store.js";
import { useAnswer } from "./use-answer.js";
import { Alerts } from "./views/alerts.js";
import { Assistants } from "./views/assistants.js";
import { CallPage } from "./views/call.js";
import { Calls } from "./views/calls.js";
import { ChainPage } from "./views/chain.js";
import { Chains } from "./views/chains.js";
import { DoNotCall } from "./views/do-not-call.js";
import { EditSchedule } from "./views/edit-schedule.js";
import { FirstSteps } from "./views/first-steps.js";
import { HealthPage } from "./views/health.js";
import { Now } from "./views/now.js";
import { Place } from "./views/place.js";
import { Placed } from "./views/placed.js";
import { SchedulePage } from "./views/schedule.js";
import { Schedules } from "./views/schedules.js";
import { Settings } from "./views/settings.js";
import { Tools } from "./views/tools.js";

interface View {
  readonly path: string;
  readonly title: string;
  /** All of these scopes are required. */
  readonly needs: readonly Scope[];
  /** @param id the path segment after the view's name @param action the segment after the id */
  readonly show: (id: string | undefined, action: string | undefined) => preact.JSX.Element;
}

const VIEWS: readonly View[] = [
  { path: "now", title: "Now", needs: ["read"], show: () => <Now /> },
  { path: "calls", title: "Calls", needs: ["read"], show: (id) => (id ? <CallPage key={id} id={id} /> : <Calls />) },
  {
    path: "place",
    title: "Place a call",
    needs: ["read", "call"],
    show: (id) => (id ? <Placed key={id} id={id} /> : <Place />),
  },
  {
    path: "schedules",
    title: "Schedules",
    needs: ["read"],
    show: (id, action) => {
      if (id === undefined) return <Schedules />;
      if (id === "new") return <EditSchedule />;
      return action === "change" ? <EditSchedule key={id} id={id} /> : <SchedulePage key={id} id={id} />;
    },
  },
  {
    path: "chains",
    title: "Chains",
    needs: ["read"],
    show: (id) => (id ? <ChainPage key={id} id={id} /> : <Chains />),
  },
  { path: "alerts", title: "Alerts", needs: ["read"], show: () => <Alerts /> },
  { path: "do-not-call", title: "Do not call", needs: ["read"], show: () => <DoNotCall /> },
  { path: "tools", title: "Tools", needs: ["read"], show: () => <Tools /> },
  { path: "assistants", title: "Assistants", needs: ["admin"], show: () => <Assistants /> },
  { path: "health", title: "Health", needs: [], show: () => <HealthPage /> },
  { path: "start", title: "First steps", needs: ["read"], show: () => <FirstSteps /> },
  { path: "settings", title: "Settings", needs: ["read"], show: () => <Settings /> },
];

/** The console: first finds out the scopes of the key, then shows the permitted views. */
export function App() {
  const given = useStore(key);
  const refused = useStore(refusals);
  const me = useAnswer(() => answerOf(rest.GET("/me")), [given, refused]);
  if (me.error?.status === 401)
    return <Login error={given === "" ? refusedLogin.value : me.error} isAsked={me.isAsked} />;
  if (me.value) return <Shell me={me.value} />;
  if (me.isAsked) return <Waiting />;
  return (
    <main class="gate">
      <Problem error={me.error} />
      <button type="button" onClick={me.again}>
        Try again
      </button>
      {given !== "" && (
        <button type="button" class="quiet" onClick={forgetKey}>
          Use another key
        </button>
      )}
    </main>
  );
}

function Shell({ me }: { readonly me: Schemas["KeyHolder"] }) {
  const { path } = useStore(route);
  const scopes: readonly Scope[] = me.scopes;
  const views = VIEWS.filter(({ needs }) => needs.every((scope) => scopes.includes(scope)));
  const view = path[0] === undefined ? views[0] : views.find((each) => each.path === path[0]);
  const mayRead = scopes.includes("read");
  useEffect(() => {
    if (!mayRead) return;
    const watching = new AbortController();
    void follow(watching.signal);
    return () => watching.abort();
  }, [me]);
  useEffect(() => {
    if (path[0] === undefined && mayRead) void toFirstSteps();
  }, [me]);
  const content = useRef<HTMLElement>(null);
  const shown = path.slice(0, 3).join("/");
  const first = useRef(shown);
  useEffect(() => {
    document.title = `${view?.title ?? "Page not found"} · Attendant`;
    if (first.current === shown) return;
    first.current = "";
    content.current?.focus({ preventScroll: true }); // Users who cannot see it are shown another view.
    scrollTo(0, 0);
  }, [shown]);
  return (
    <Access.Provider value={me}>
      <a class="skip" href="#content" onClick={(event) => (event.preventDefault(), content.current?.focus())}>
        Skip to the content
      </a>
      <div class="shell">
        <Sidebar me={me} views={views} current={view} />
        <main id="content" ref={content} tabIndex={-1}>
          {mayRead && <ConnectionNotice />}
          {view ? (
            view.show(path[1], path[2])
          ) : (
            <Nothing title="This page does not exist, or your key may not see it." />
          )}
        </main>
      </div>
    </Access.Provider>
  );
}

/** Opens the first steps on a new installation with missing parts, unless the user has navigated meanwhile. */
async function toFirstSteps(): Promise<void> {
  try {
    const [health, { calls }] = await Promise.all([
      answerOf(rest.GET("/health")),
      answerOf(rest.GET("/call", { params: { query: { limit: 1 } } })),
    ]);
    if (health.status === "healthy" || calls.length > 0 || location.hash !== "") return;
    location.hash = to(["start"]);
  } catch {
    // A failure is shown by the current view.
  }
}

function ConnectionNotice() {
  const words = connectionWords(useStore(live).connection);
  return <div role="status">{words && <p class="lost">{words}</p>}</div>;
}
