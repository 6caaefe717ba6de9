import { randomUUID } from "node:crypto";
import { THIS_INSTANCE } from "../../../kernel/this-instance.js";

/**
 * What we make in Asterisk: `media` the channel of a media socket, `bridge`, `dial` the channel of a call that we place,
 * `far` the other half of a Local channel, `loop` either half of one by which we call ourselves, `probe` the channel that
 * finds out whether an ARI client has the application.
 */
const OWN_KINDS = ["media", "bridge", "dial", "far", "loop", "probe"] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

/**
 * Returns an id for a channel or bridge that we make, which names this process instance: several may be alive with the same
 * application. No id may begin with another whole one: Asterisk takes the two for the same and refuses.
 */
export function ownId(app: string, kind: OwnKind): string {
  return `${app}.own.${kind}.${THIS_INSTANCE}.${randomUUID()}`;
}

/** Returns the parts of an id that {@link ownId} made; undefined for any other id. */
export function partsOfOwnId(
  app: string,
  id: string,
): { readonly kind: OwnKind; readonly instance: string } | undefined {
  if (!isOwn(app, id)) return undefined;
  const [name = "", instance = ""] = id.slice(`${app}.own.`.length).split(".");
  const kind = OWN_KINDS.find((each) => each === name);
  return kind && { kind, instance };
}

/** Whether another instance made it, of whatever controller: with another application, too. */
export function isOfAnyOtherInstance(id: string): boolean {
  const instance = /\.own\.[a-z]+\.([^.]+)\./.exec(id)?.[1];
  return instance !== undefined && instance !== THIS_INSTANCE;
}

export function isOwn(app: string, id: string, kind?: OwnKind): boolean {
  return id.startsWith(kind ? `${app}.own.${kind}.` : `${app}.own.`);
}
