import { randomUUID } from "node:crypto";
import { THIS_INSTANCE } from "../kernel/this-instance.js";

/** Divider that no owner name of an earlier version contains. */
const DIVIDER = "~";

/** Returns a new owner for calls and occurrences: the folder's id, for readers, this process instance, and a unique part. */
export function newOwner(controllerId: string): string {
  return `${controllerId}${DIVIDER}${THIS_INSTANCE}-${randomUUID()}`;
}

/** Takes the place of a folder's id: owner of the calls that their controller has handed over, for any other one to resume. */
export const HANDED_OVER = "handed-over";

/** Whether an owner is an instance of this folder, or the folder itself. */
export function isOfFolder(owner: string, controllerId: string): boolean {
  return owner === controllerId || owner.startsWith(`${controllerId}${DIVIDER}`);
}

/** Whether an owner is a process instance. Earlier versions named the folder, and had no heartbeat. */
export function isInstance(owner: string): boolean {
  return owner.includes(DIVIDER);
}
