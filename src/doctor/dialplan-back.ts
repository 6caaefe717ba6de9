import { takesNumber } from "../telephony/asterisk/dialling/extension-pattern.js";
import { type DialplanLine, entersApplication } from "./dialplan.js";
import { type Context, contextsOf, jumpsOf, within } from "./dialplan-way.js";

/** The ways of calls to the application, followed back until a step is enough. */
export interface WaysBack {
  /** Steps that are enough: the last of their kind before the application. */
  readonly met: readonly DialplanLine[];
  /** First steps of ways without one. */
  readonly without: readonly DialplanLine[];
}

/** After these applications the caller's keys choose an extension of the context. */
const BY_KEYS = /^(WaitExten|BackGround)$/i;
/** An extension or a priority that is known at run time only. */
const AT_RUN_TIME = /[$+]/;

/**
 * Follows calls from the application back to where they come from. Steps of other extensions do not count, in the same context or
 * not: a call never takes them on its way.
 *
 * @param isEnough whether a way need not be followed any further; the second argument lists the steps of a subroutine it calls
 * @param except a context whose calls have been with the application before
 */
export function followBack(
  lines: readonly DialplanLine[],
  app: string,
  isEnough: (step: DialplanLine, subroutine: readonly DialplanLine[]) => boolean,
  except: string,
): WaysBack {
  const plan = planOf(lines);
  const before = predecessors(plan);
  const met = new Set<DialplanLine>();
  const without = new Set<DialplanLine>();
  const seen = new Set<DialplanLine>(arrivals(plan, app, except));
  for (const step of seen) {
    const previous = before.get(step) ?? [];
    if (isEnough(step, subroutineOf(plan, step))) met.add(step);
    else if (previous.length === 0) without.add(step);
    else for (const each of previous) seen.add(each);
  }
  return { met: [...met], without: [...without] };
}

/** The dialplan by contexts and by extensions: that of a PBX has tens of thousands of steps. */
interface Plan {
  readonly contexts: ReadonlyMap<string, Context>;
  readonly extensions: ReadonlyMap<string, readonly DialplanLine[]>;
}

function planOf(lines: readonly DialplanLine[]): Plan {
  const contexts = contextsOf(lines);
  const extensions = new Map<string, DialplanLine[]>();
  for (const step of [...contexts.values()].flatMap(({ steps }) => steps)) {
    const key = keyOf(step);
    const steps = extensions.get(key);
    if (steps) steps.push(step);
    else extensions.set(key, [step]);
  }
  return { contexts, extensions };
}

const keyOf = ({ context = "", extension = "" }: DialplanLine) => `${context}\n${extension}`;

/** Returns the steps that enter the application; those that a variable names only where no other does. */
function arrivals(plan: Plan, app: string, except: string): readonly DialplanLine[] {
  const steps = [...plan.contexts.values()].filter(({ name }) => name !== except).flatMap((context) => context.steps);
  const certain = steps.filter((step) => entersApplication(step, app) === true);
  return certain.length > 0 ? certain : steps.filter((step) => entersApplication(step, app) === "maybe");
}

function predecessors(plan: Plan): ReadonlyMap<DialplanLine, readonly DialplanLine[]> {
  const before = new Map<DialplanLine, DialplanLine[]>();
  for (const { name, steps } of plan.contexts.values()) {
    for (const step of steps) {
      for (const after of successors(plan, name, step)) {
        const known = before.get(after);
        if (known) known.push(step);
        else before.set(after, [step]);
      }
    }
  }
  return before;
}

function successors(plan: Plan, name: string, step: DialplanLine): readonly DialplanLine[] {
  const { application = "", appdata = "" } = step;
  const next = { ...step, priority: String(Number(step.priority) + 1) };
  const jumps = (jumpsOf(application, appdata) ?? [""]).flatMap((jump) =>
    jump === "" ? ofExtension(plan, next, next.priority) : targetsOf(plan, step, jump),
  );
  return BY_KEYS.test(application) ? [...jumps, ...beginnings(plan, name, () => true)] : jumps;
}

/** Returns the steps that a jump can lead to: `[[context,]extension,]priority`. None where the context is not known. */
function targetsOf(plan: Plan, step: DialplanLine, jump: string): readonly DialplanLine[] {
  const { context = "", extension = "" } = step;
  const parts = jump
    .replaceAll("${EXTEN}", extension)
    .replaceAll("${CONTEXT}", context)
    .replace(/\(.*$/s, "")
    .split(",")
    .map((part) => part.trim());
  const [priority = "", number, where = context] = parts.reverse();
  if (number === undefined) return ofExtension(plan, step, priority);
  const isAny = number.startsWith("_") || AT_RUN_TIME.test(number.replace(/^\+/, ""));
  if (priority === "1") {
    const found = beginnings(plan, where, (each) => isAny || takesNumber(each, number));
    return found.length > 0 ? found : beginnings(plan, where, (each) => each === "i");
  }
  return [...within(plan.contexts, where)].flatMap(({ steps }) =>
    steps.filter((each) => isAt(each, priority) && (isAny || takesNumber(each.extension ?? "", number))),
  );
}

/** Returns the first steps of the extensions of a context and of those that it includes. */
function beginnings(plan: Plan, name: string, isMeant: (extension: string) => boolean): readonly DialplanLine[] {
  return [...within(plan.contexts, name)].flatMap(({ steps }) =>
    steps.filter((step) => step.priority === "1" && isMeant(step.extension ?? "")),
  );
}

/** Returns the steps with a priority or label in the extension of a step. */
function ofExtension(plan: Plan, step: DialplanLine, priority: string): readonly DialplanLine[] {
  return (plan.extensions.get(keyOf(step)) ?? []).filter((each) => isAt(each, priority));
}

function isAt(step: DialplanLine, priority: string): boolean {
  return step.priority === priority || step.extensionlabel === priority;
}

/** Returns the steps of the extension that a Gosub calls, if the step is one. */
function subroutineOf(plan: Plan, step: DialplanLine): readonly DialplanLine[] {
  const { application = "", appdata = "" } = step;
  if (!/^Gosub(If)?$/i.test(application)) return [];
  const jumps = (jumpsOf(application, appdata) ?? []).filter((jump) => jump !== "");
  return jumps.flatMap((jump) =>
    targetsOf(plan, step, jump).flatMap((target) => plan.extensions.get(keyOf(target)) ?? []),
  );
}
