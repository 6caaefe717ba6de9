import { randomUUID } from "node:crypto";

/** Stands in no id that earlier versions named their calls' owner by. */
const DIVIDER = "~";

/** What a life's calls and runs name as their owner: the folder's id, for people, and what no other life has. */
export function newOwner(controllerId: string): string {
  return `${controllerId}${DIVIDER}${randomUUID()}`;
}

/** In place of a folder's id: whose calls are that their controller has let go of, for any other one to go on with. */
export const HANDED_OVER = "handed-over";

/** Whether an owner is a life of this folder, or the folder itself. */
export function isOfFolder(owner: string, controllerId: string): boolean {
  return owner === controllerId || owner.startsWith(`${controllerId}${DIVIDER}`);
}

/** Whether an owner is a life. Earlier versions named the folder, and gave no sign of life. */
export function isLife(owner: string): boolean {
  return owner.includes(DIVIDER);
}
