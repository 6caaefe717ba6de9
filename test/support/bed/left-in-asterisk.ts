import type { AriAccess } from "./asterisk-instance.js";

/** What an Asterisk has at this moment: its channels by name, its bridges by id. */
export async function leftIn({ url, user, password }: AriAccess): Promise<readonly string[]> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}/ari/${path}`, { headers: { authorization } })).json()) as T;
  const [channels, bridges] = await Promise.all([
    get<{ name: string }[]>("channels"),
    get<{ id: string }[]>("bridges"),
  ]);
  return [...channels.map(({ name }) => `channel ${name}`), ...bridges.map(({ id }) => `bridge ${id}`)];
}

/**
 * Waits until an Asterisk has nothing that passes `test`; asked every 50 ms, for it is a state that nothing announces.
 *
 * @returns how long that took, ms
 */
export async function nothingLeftIn(
  ari: AriAccess,
  withinMs: number,
  test: (name: string) => boolean = () => true,
): Promise<number> {
  const from = performance.now();
  for (;;) {
    const left = (await leftIn(ari)).filter(test);
    const tookMs = performance.now() - from;
    if (left.length === 0) return tookMs;
    if (tookMs > withinMs) throw new Error(`after ${withinMs} ms there is still ${left.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
