/** A failed request, described for people. */
export class RestError extends Error {
  readonly faults: readonly { readonly path: string; readonly message: string }[];

  constructor(
    message: string,
    /** The HTTP status; 0 when there was no answer. */
    readonly status: number,
    faults: RestError["faults"] = [],
  ) {
    super(message);
    this.faults = faults;
  }

  /** The fault of a field. @param path its path in the body, such as `/extension` */
  of(path: string): string | undefined {
    const found = this.faults.find((fault) => fault.path === path);
    return found && `${found.message[0]?.toUpperCase() ?? ""}${found.message.slice(1)}.`;
  }

  /** The fault of a list or of the first entry that has one. @param path its path in the body, such as `/extensions` */
  ofList(path: string): string | undefined {
    const found = this.faults.find((fault) => fault.path.startsWith(`${path}/`));
    if (this.of(path) !== undefined || !found) return this.of(path);
    return `Entry ${Number(found.path.slice(path.length + 1)) + 1} ${found.message}.`;
  }
}

/** @param error any thrown value */
export function restError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  return new RestError("The service cannot be reached.", 0);
}
