/**
 * Shares one request among all callers who make it while it is being answered: they get the next answer. No caller gets the
 * answer to a request made before its own.
 *
 * @param ask makes the request for a key; at most one per key is in progress
 */
export function askTogether<T>(ask: (about: string) => Promise<T>): (about: string) => Promise<T> {
  const underWay = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  function put(about: string): Promise<T> {
    const answer = ask(about);
    const over = answer.then(
      () => {},
      () => {},
    );
    underWay.set(about, over);
    void over.then(() => {
      if (underWay.get(about) === over) underWay.delete(about);
    });
    return answer;
  }

  return (about) => {
    const before = underWay.get(about);
    if (!before) return put(about);
    const waiting = next.get(about);
    if (waiting) return waiting;
    const answer = before.then(() => {
      next.delete(about);
      return put(about);
    });
    next.set(about, answer);
    return answer;
  };
}
