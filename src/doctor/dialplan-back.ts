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

/** Whether a way need not be followed any further. `subroutine` has the steps that the step calls. */
export type IsEnough = (step: DialplanLine, subroutine: readonly DialplanLine[]) => boolean;

/** After these applications the caller's keys choose an extension of the context. */
const BY_KEYS = /^(WaitExten|BackGround)$/i;
/** An extension or a priority that is known at run time only. */
const AT_RUN_TIME = /[$+]/;

/**
 * Prepares to follow calls from the application back to where they come from. Steps of other extensions do not count, in the same
 * context or not: a call never takes them on its way.
 *
 * @param except contexts whose calls are not new to the application
 */
export function waysBack(
  lines: readonly DialplanLine[],
  app: string,
  except: readonly string[],
): (isEnough: IsEnough) => WaysBack {
  const plan = planOf(lines);
  const before = predecessors(plan);
  return (isEnough) => {
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
  };
}

/** The steps of each extension: a PBX has tens of thousands of them. */
type Extensions = ReadonlyMap<string, readonly DialplanLine[]>;

interface Plan {
  readonly contexts: ReadonlyMap<string, Context>;
  /** Returns the extensions of a context. */
  own(name: string): Extensions;
  /** Returns those of a context and of the contexts that it includes. */
  withIncluded(name: string): { readonly all: Extensions; readonly patterns: readonly string[] };
}

function planOf(lines: readonly DialplanLine[]): Plan {
  const contexts = contextsOf(lines);
  return {
    contexts,
    own: cached((name) => byExtension(contexts.get(name)?.steps ?? [])),
    withIncluded: cached((name) => {
      const all = byExtension([...within(contexts, name)].flatMap(({ steps }) => steps));
      // Those that take other numbers than their own name.
      const patterns = [...all.keys()].filter((extension) => extension.startsWith("_") || extension.includes("-"));
      return { all, patterns };
    }),
  };
}

function byExtension(steps: readonly DialplanLine[]): Extensions {
  const extensions = new Map<string, DialplanLine[]>();
  for (const step of steps) {
    const { extension = "" } = step;
    const known = extensions.get(extension);
    if (known) known.push(step);
    else extensions.set(extension, [step]);
  }
  return extensions;
}

function cached<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const value = made.get(name) ?? make(name);
    made.set(name, value);
    return value;
  };
}

/** Returns the steps that enter the application; those that a variable names only where no other does. */
function arrivals(plan: Plan, app: string, except: readonly string[]): readonly DialplanLine[] {
  const steps = [...plan.contexts.values()]
    .filter(({ name }) => !except.includes(name))
    .flatMap((context) => context.steps);
  const certain = steps.filter((step) => entersApplication(step, app) === true);
  return certain.length > 0 ? certain : steps.filter((step) => entersApplication(step, app) === "maybe");
}

function predecessors(plan: Plan): ReadonlyMap<DialplanLine, readonly DialplanLine[]> {
  const before = new Map<DialplanLine, DialplanLine[]>();
  for (const { steps } of plan.contexts.values()) {
    for (const step of steps) {
      for (const after of successors(plan, step)) {
        const known = before.get(after);
        if (known) known.push(step);
        else before.set(after, [step]);
      }
    }
  }
  return before;
}

function successors(plan: Plan, step: DialplanLine): readonly DialplanLine[] {
  const { application = "", appdata = "", context = "" } = step;
  const jumps = (jumpsOf(application, appdata) ?? [""]).flatMap((jump) =>
    jump === "" ? ofExtension(plan, step, String(Number(step.priority) + 1)) : targetsOf(plan, step, jump),
  );
  return BY_KEYS.test(application) ? [...jumps, ...stepsFor(plan, context, undefined, "1")] : jumps;
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
  const found = stepsFor(plan, where, isAny ? undefined : number, priority);
  return found.length > 0 || priority !== "1" ? found : stepsFor(plan, where, "i", "1");
}

/** Returns the steps with a priority or label for a number in a context and those that it includes; undefined is any number. */
function stepsFor(plan: Plan, name: string, number: string | undefined, priority: string): readonly DialplanLine[] {
  const { all, patterns } = plan.withIncluded(name);
  const takers =
    number === undefined ? [...all.keys()] : [number, ...patterns.filter((each) => takesNumber(each, number))];
  return [...new Set(takers)].flatMap((extension) => (all.get(extension) ?? []).filter((step) => isAt(step, priority)));
}

/** Returns the steps with a priority or label in the extension of a step. */
function ofExtension(
  plan: Plan,
  { context = "", extension = "" }: DialplanLine,
  priority: string,
): readonly DialplanLine[] {
  return (plan.own(context).get(extension) ?? []).filter((step) => isAt(step, priority));
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
    targetsOf(plan, step, jump).flatMap(({ context = "", extension = "" }) => plan.own(context).get(extension) ?? []),
  );
}
