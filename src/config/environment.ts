/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the file at a path that a setting gives. */
export type ReadFile = (path: string) => string;

/** Text of a setting as given, and where it was given. */
export interface GivenText {
  readonly text: string;
  readonly source: "environment" | "file";
}
