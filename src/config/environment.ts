/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a file that a setting names. */
export type ReadFile = (path: string) => string;

/** The text of a setting as it was given. */
export interface GivenText {
  readonly text: string;
  readonly source: "environment" | "file";
}
