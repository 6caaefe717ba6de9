import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "../../dist/rest-types.js";
import { restError, RestError } from "./rest-error.js";
import { authorisation, refusals } from "./session.js";

/** The types of the REST API's requests and answers, generated from its description. */
export type Schemas = components["schemas"];
export type Call = Schemas["CallRecord"];
export type Schedule = Schemas["Schedule"];
export type Chain = Schemas["Chain"];

const access: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(authorisation())) request.headers.set(name, value);
  },
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
};

/** Converts an error answer to an error. */
export async function problemOf(response: Response): Promise<RestError> {
  // Checks the key again, except when that request itself was rejected.
  if (response.status === 401 && !response.url.endsWith("/me")) refusals.set(refusals.value + 1);
  const problem = (await response.json().catch(() => ({}))) as Partial<Schemas["Problem"]>;
  const wait = response.headers.get("retry-after");
  const again = wait === null ? "" : ` Try again in ${wait} s.`;
  return new RestError(
    `${problem.detail ?? `The service answered ${response.status}.`}${again}`,
    response.status,
    problem.errors,
  );
}

export const rest = createClient<paths>({ baseUrl: location.origin });
rest.use(access);

/**
 * Returns the body of the answer.
 *
 * @throws {RestError}
 */
export async function answerOf<T>(asked: Promise<{ readonly data?: T }>): Promise<T> {
  try {
    return (await asked).data as T;
  } catch (error) {
    throw restError(error);
  }
}
