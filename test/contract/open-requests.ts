import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** Waits until the server answers nobody any more: it notices a closed connection within moments. */
export async function noneOpen({ open }: { readonly open?: () => number }): Promise<void> {
  const deadline = performance.now() + 1_000;
  while (open && open() > 0) {
    assert.ok(performance.now() < deadline, `${open()} request(s) still open after a second`);
    await pause(2);
  }
}
