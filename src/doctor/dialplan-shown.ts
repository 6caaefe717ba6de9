import type { DialplanLine } from "./dialplan.js";

/** `[ Context 'from-internal' created by 'pbx_config' ]` */
const CONTEXT = /^\[ Context '(.*)' created by '.*' \]$/;
/** A line of output: an extension and an arrow, the label of a priority, or nothing; at its end the source. */
const PRIORITY =
  /^ +(?:'(.*?)'(?: \(CID match '.*?'\))? => *|\[([^\]]*)\] *)?(?:hint: (.*?)|(\d+)\. (\w+)\((.*)\)) +\[([^[\]]*)\]$/;
const OTHER = /^ {2}(Include|Alt\. Switch) => +'?(.*?)'? +\[[^[\]]*\]$/;

/** Parses the output of `dialplan show` into the form of AMI's ListDialplan. */
export function readDialplanShown(text: string): DialplanLine[] {
  const lines: DialplanLine[] = [];
  let context = "";
  let extension = "";
  for (const raw of text.split("\n")) {
    const line = raw.trimEnd();
    const [, named] = CONTEXT.exec(line) ?? [];
    if (named !== undefined) {
      context = named;
      continue;
    }
    const [, kind, value] = OTHER.exec(line) ?? [];
    if (kind !== undefined && value !== undefined) {
      lines.push(kind === "Include" ? { context, includecontext: value } : { context, switch: value });
      continue;
    }
    const [, first, label, hint, priority, application, appdata = "", origin] = PRIORITY.exec(line) ?? [];
    if (hint === undefined && priority === undefined) continue;
    extension = first ?? extension;
    lines.push({
      context,
      extension,
      priority: priority ?? "hint",
      application: application ?? hint ?? "",
      appdata,
      ...(label !== undefined && { extensionlabel: label }),
      ...(origin !== undefined && { origin }),
    });
  }
  return lines;
}
