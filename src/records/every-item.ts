import type { Page } from "./stores.js";

/**
 * All items of a list, page by page. Items of a page may be removed before the next one is read: the cursor is a point in time,
 * not a count.
 */
export async function* everyItem<T>(page: (from: { readonly cursor?: string }) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let from: { readonly cursor?: string } = {}; ;) {
    const { items, nextCursor } = await page(from);
    yield* items;
    if (nextCursor === undefined) return;
    from = { cursor: nextCursor };
  }
}
