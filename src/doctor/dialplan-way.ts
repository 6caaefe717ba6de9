import { type DialplanLine, entersApplication } from "./dialplan.js";
import { takesNumber } from "../telephony/asterisk/dialling/extension-pattern.js";

/** Position of a call in the dialplan: the number dialled or jumped to, and a priority or its label. */
interface Place {
  readonly context: string;
  readonly number: string;
  readonly priority: string;
}

/** Whether a call reaches the application. `unknown`: it depends on values at run time. `ends`: how the call ends instead. */
export type Way = { readonly leads: "yes" | "unknown" } | { readonly leads: "no"; readonly ends: string };

export interface Context {
  readonly name: string;
  readonly steps: DialplanLine[];
  readonly includes: string[];
  hasSwitch: boolean;
}

const ENDS = /^(Hangup|Busy|Congestion|Return|MacroExit)$/i;
/** After these applications a call may continue anywhere. */
const ANYWHERE =
  /^(WaitExten|BackGround|(Async|Dead|E)?AGI|Exec(If|IfTime)?|TryExec|DISA|Directory|Dial|Queue|FollowMe|Read(Exten)?|VoiceMail|ExternalIVR|IVR|Macro(If)?|Park|Bridge)$/i;
/** `[[context,]extension,]priority` */
const MOST_PARTS = 3;
/** The extension of a context that receives jumps to missing extensions. */
const INVALID = "i";

/**
 * Follows a call through the dialplan, taking both branches of each condition.
 *
 * @param lines lines in Asterisk's order: the preferred extension of a context comes first
 */
// oxlint-disable-next-line complexity -- one step of a call, with each way to go on from it
export function wayOfCall(
  lines: readonly DialplanLine[],
  app: string,
  start: { readonly context: string; readonly number: string },
): Way {
  const plan = contextsOf(lines);
  const seen = new Set<string>();
  let isUnsure = false;
  let ends: string | undefined;
  const open: { readonly place: Place; readonly isJump: boolean; readonly ending: string }[] = [];
  const none = `no extension there matches ${start.number}`;
  open.push({ place: { ...start, priority: "1" }, isJump: false, ending: none });

  for (let next = open.pop(); next; next = open.pop()) {
    const { place, ending } = next;
    const key = JSON.stringify(place);
    if (seen.has(key)) continue;
    seen.add(key);
    const isJump = next.isJump && place.priority === "1";
    const step = stepAt(plan, place) ?? (isJump ? stepAt(plan, { ...place, number: INVALID }) : undefined);
    if (!step) {
      isUnsure ||= hasSwitch(plan, place.context);
      ends ??= ending;
      continue;
    }
    const { application = "", appdata = "", extension = "", context = "" } = step;
    const enters = entersApplication(step, app);
    if (enters === true) return { leads: "yes" };
    isUnsure ||= enters === "maybe";
    const told = `the extension ${extension} of "${context}" ends with ${application}(${appdata.slice(0, 80)})`;
    if (ENDS.test(application)) {
      ends ??= told;
      continue;
    }
    isUnsure ||= ANYWHERE.test(application);
    const jumps = jumpsOf(application, appdata);
    const after = { ...place, priority: String(Number(step.priority) + 1) };
    for (const jump of jumps ?? [""]) {
      const target = jump === "" ? after : targetOf(jump, place);
      const isJump = jump !== "";
      const ending = isJump ? `${application}(${jump}) leads to an extension that does not exist` : told;
      if (target) open.push({ place: target, isJump, ending });
      else isUnsure = true;
    }
  }
  return isUnsure || ends === undefined ? { leads: "unknown" } : { leads: "no", ends };
}

export function contextsOf(lines: readonly DialplanLine[]): ReadonlyMap<string, Context> {
  const plan = new Map<string, Context>();
  for (const line of lines) {
    const name = line.context ?? "";
    const context = plan.get(name) ?? { name, steps: [], includes: [], hasSwitch: false };
    plan.set(name, context);
    if (line.includecontext) context.includes.push(line.includecontext.split(/[,|]/)[0] ?? "");
    else if (line.switch) context.hasSwitch = true;
    else if (line.application) context.steps.push(line);
  }
  return plan;
}

/** A context and its includes, in Asterisk's search order. */
export function* within(
  plan: ReadonlyMap<string, Context>,
  name: string,
  seen = new Set<string>(),
): Generator<Context> {
  const context = plan.get(name);
  if (!context || seen.has(name)) return;
  seen.add(name);
  yield context;
  for (const included of context.includes) yield* within(plan, included, seen);
}

function stepAt(plan: ReadonlyMap<string, Context>, { context, number, priority }: Place): DialplanLine | undefined {
  const isThere = (step: DialplanLine) =>
    (step.priority === priority || step.extensionlabel === priority) && takesNumber(step.extension ?? "", number);
  for (const { steps } of within(plan, context)) {
    const step = steps.find(isThere);
    if (step) return step;
  }
  return undefined;
}

function hasSwitch(plan: ReadonlyMap<string, Context>, name: string): boolean {
  return [...within(plan, name)].some((context) => context.hasSwitch);
}

/** Returns the targets of an application that jumps; an empty one is the next priority. Undefined for other applications. */
export function jumpsOf(application: string, appdata: string): readonly string[] | undefined {
  if (/^Goto$/i.test(application)) return [appdata];
  if (/^Gosub$/i.test(application)) return [appdata, ""];
  if (!/^(GotoIf|GosubIf|GotoIfTime)$/i.test(application)) return undefined;
  const [yes = "", no = ""] = appdata.slice(appdata.lastIndexOf("?") + 1).split(":");
  return /^GosubIf$/i.test(application) ? [yes, no, ""] : [yes, no];
}

/** Parses `[[context,]extension,]priority`. Returns undefined if it contains a variable. */
function targetOf(jump: string, { context, number }: Place): Place | undefined {
  const plain = jump.replaceAll("${EXTEN}", number).replaceAll("${CONTEXT}", context);
  const parts = plain
    .replace(/\(.*$/s, "")
    .split(",")
    .map((part) => part.trim());
  const [priority = "", exten = number, where = context] = parts.reverse();
  if (parts.length > MOST_PARTS || /[$+]/.test(plain) || priority === "") return undefined;
  return { context: where, number: exten, priority };
}
