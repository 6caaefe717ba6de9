import type { RequestHandler } from "express";
import { senderOf } from "./client.js";

/** The part of the thread's time that requests may take, when there are more of them than one. */
const SHARE = 1 / 2;
/** Shorter rests are no rests: timers count whole ms. */
const SHORTEST_REST_MS = 1;

/**
 * Has requests looked at one by one, those of different clients in turn, with a rest after each that is as long as it has
 * taken: the thread carries the sound of all calls, and whatever came at once would otherwise be looked at at once. One
 * request alone waits for nothing. Whoever leaves meanwhile leaves the queue as well: it holds no more than may be unanswered.
 */
export function pace(): RequestHandler {
  /** By client, who comes next first. */
  const queues = new Map<string, Set<() => void>>();
  let isResting = false;
  let owedMs = 0;

  function work(begin: () => void): void {
    isResting = true;
    const began = performance.now();
    try {
      begin();
    } finally {
      owedMs += (performance.now() - began) * (1 / SHARE - 1);
      if (owedMs < SHORTEST_REST_MS) setImmediate(rested);
      else {
        setTimeout(rested, owedMs);
        owedMs = 0;
      }
    }
  }

  function rested(): void {
    isResting = false;
    const [first] = queues;
    if (!first) {
      owedMs = 0;
      return;
    }
    const [client, queue] = first;
    const [begin] = queue;
    queues.delete(client);
    if (queue.size > 1) queues.set(client, queue); // Behind all others.
    begin?.();
  }

  return (req, res, next) => {
    if (!isResting) return work(next);
    const client = senderOf(req, res);
    const queue = queues.get(client) ?? new Set();
    queues.set(client, queue);
    const leave = () => {
      queue.delete(begin);
      if (queue.size === 0 && queues.get(client) === queue) queues.delete(client);
      res.off("close", leave);
    };
    const begin = () => {
      leave();
      work(next);
    };
    queue.add(begin);
    res.once("close", leave);
  };
}
