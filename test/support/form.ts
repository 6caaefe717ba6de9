/** Whether tests run in their full form: whole matrices, every voice, all seeds. Set by `./scripts/test --full`. */
export const FULL = process.env.TEST_FORM === "full";
