import type { TestContext } from "node:test";

const real = performance.now;

/**
 * Has `performance.now` return the test's time until the test's mocks are reset.
 *
 * A mock wraps only the real one: mocks are reset from the oldest on, so that a wrapped mock would be what is left. And what is called
 * is no mock: that would keep the stack of each call, which is most of the memory of a call in virtual time.
 */
export function mockNow(t: Pick<TestContext, "mock">, now: () => number): void {
  performance.now = real;
  t.mock.method(performance, "now");
  performance.now = now;
}
