import { randomUUID } from "node:crypto";

/**
 * What we make in Asterisk: `media` the channel of a media socket, `bridge`, `dial` the channel of a call that we place,
 * `far` the other half of a Local channel, `loop` either half of one by which we call ourselves, `probe` the channel that
 * finds out whether somebody has the application.
 */
const OWN_KINDS = ["media", "bridge", "dial", "far", "loop", "probe"] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

/** This run of the controller, in the ids of all that it makes: several may be alive with the same application. */
export const THIS_RUN = randomUUID().slice(0, 8);

/**
 * An id for a channel or bridge that we make, by which it can be told for ours even by a later run. No id may begin with
 * another one whole: Asterisk takes the two for the same and refuses.
 */
export function ownId(app: string, kind: OwnKind): string {
  return `${app}.own.${kind}.${THIS_RUN}.${randomUUID()}`;
}

/** What an id that {@link ownId} made says; undefined for any other. A run that made its ids otherwise is nobody's. */
export function partsOfOwnId(app: string, id: string): { readonly kind: OwnKind; readonly run: string } | undefined {
  if (!isOwn(app, id)) return undefined;
  const [name = "", run = ""] = id.slice(`${app}.own.`.length).split(".");
  const kind = OWN_KINDS.find((each) => each === name);
  return kind && { kind, run };
}

/** Whether another run made it, of whatever controller: with another application, too. */
export function isOfAnyOtherRun(id: string): boolean {
  const run = /\.own\.[a-z]+\.([^.]+)\./.exec(id)?.[1];
  return run !== undefined && run !== THIS_RUN;
}

export function isOwn(app: string, id: string, kind?: OwnKind): boolean {
  return id.startsWith(kind ? `${app}.own.${kind}.` : `${app}.own.`);
}
