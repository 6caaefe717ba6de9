/** Parses the value of an option. Ends the process (EX_USAGE) unless it is a whole number of at least `from`. */
export function wholeNumber(given: string, option: string, from = 1): number {
  const number = Number(given);
  if (Number.isInteger(number) && number >= from) return number;
  process.stderr.write(`--${option}: expected a whole number of at least ${from}, given ${given}\n`);
  process.exit(64); // EX_USAGE
}
