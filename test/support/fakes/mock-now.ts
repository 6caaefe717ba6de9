import type { TestContext } from "node:test";

/**
 * Has `performance.now` return the test's time until the test's mocks are reset. It replaces an earlier such time instead of
 * wrapping it: mocks are reset from the oldest on, so that a wrapped one would be what is left.
 */
export function mockNow(t: Pick<TestContext, "mock">, now: () => number): void {
  const { mock } = performance.now as { readonly mock?: { restore(): void } };
  mock?.restore();
  t.mock.method(performance, "now", now);
}
