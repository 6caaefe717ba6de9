import { randomUUID } from "node:crypto";
import { THIS_INSTANCE } from "../../../kernel/this-instance.js";

/**
 * Kinds of channels and bridges that we create in Asterisk: `media` the channel of a media socket, `bridge`, `dial` the
 * channel of a placed call, `far` the other half of a Local channel, `loop` either half of a Local channel for a test call
 * to ourselves, `probe` a channel that is made only to find something out, such as whether an ARI client holds the
 * application.
 */
const OWN_KINDS = ["media", "bridge", "dial", "far", "loop", "probe"] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

/**
 * Returns an id for a channel or bridge that we create. It names this process instance, because several instances may use the
 * same application. No id may begin with another whole one: Asterisk takes the two for the same and refuses.
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

/** Whether another instance, of any controller and application, created it. */
export function isOfAnyOtherInstance(id: string): boolean {
  const instance = /\.own\.[a-z]+\.([^.]+)\./.exec(id)?.[1];
  return instance !== undefined && instance !== THIS_INSTANCE;
}

export function isOwn(app: string, id: string, kind?: OwnKind): boolean {
  return id.startsWith(kind ? `${app}.own.${kind}.` : `${app}.own.`);
}
