/** A line of the dialplan as in AMI's ListDialplan. A hint has the priority `hint`, and the watched device as application. */
export interface DialplanLine {
  readonly context?: string;
  readonly extension?: string;
  readonly priority?: string;
  /** Label of the priority. */
  readonly extensionlabel?: string;
  /** Another source of extensions, such as `Realtime/`. */
  readonly switch?: string;
  readonly application?: string;
  readonly appdata?: string;
  readonly includecontext?: string;
  /** Source, such as `extensions_additional.conf:12`. AMI does not report it. */
  readonly origin?: string;
}

/**
 * Returns whether a line enters an ARI application. `maybe`: a variable contains its name, as when the dialplan chooses among
 * several controllers.
 */
export function entersApplication({ application = "", appdata = "" }: DialplanLine, app: string): boolean | "maybe" {
  if (!/^Stasis$/i.test(application)) return false;
  const named = appdata.split(",")[0]?.trim() ?? "";
  return named.includes("${") ? "maybe" : named === app;
}

/** Applications whose argument names where the call continues. */
const WAYS = /^(Goto|Gosub|GotoIf|GosubIf|ChannelRedirect|GotoIfTime)$/i;

/**
 * Returns the contexts that lead to an ARI application, as far as their names are literal.
 *
 * @returns the contexts with its Stasis(), and all contexts that can lead to them
 */
export function leadsToApplication(
  lines: readonly DialplanLine[],
  app: string,
): { readonly contexts: readonly string[]; readonly reaches: ReadonlySet<string> } {
  const names = new Set(lines.flatMap(({ context }) => (context ? [context] : [])));
  const contexts = new Set<string>();
  const cameFrom = new Map<string, Set<string>>();
  const leads = (from: string, to: string) => {
    if (!names.has(to)) return;
    cameFrom.set(to, (cameFrom.get(to) ?? new Set()).add(from));
  };
  for (const line of lines) {
    const { context = "", application = "", appdata = "", includecontext } = line;
    if (includecontext) leads(context, includecontext);
    if (entersApplication(line, app)) contexts.add(context);
    if (WAYS.test(application)) for (const word of appdata.split(/[,?:()]/)) leads(context, word.trim());
  }
  const reaches = new Set(contexts);
  for (const context of reaches) for (const from of cameFrom.get(context) ?? []) reaches.add(from);
  return { contexts: [...contexts], reaches };
}
