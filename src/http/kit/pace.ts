import type { RequestHandler } from "express";
import { senderOf } from "./client.js";

/** Share of the thread's time that requests may use when several are waiting. */
const SHARE = 1 / 2;
/** Shorter pauses are skipped: timers count whole ms. */
const SHORTEST_REST_MS = 1;

/**
 * Processes requests one by one, those of different clients in turn, and after each pauses for as long as it took: the same
 * thread carries the audio of all calls, and a burst of requests would otherwise block it. A single request does not wait. A
 * client that disconnects leaves the queue, so the queue never holds more than the unanswered requests.
 */
export function pace(): RequestHandler {
  /** By client; the first is next. */
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
