import { ERRORS } from "../../kernel/errors.js";
import type { JsonSchema } from "../../validation/validator.js";
import { answer, listOf, text, whole } from "./shapes.js";

const inputFault: JsonSchema = answer({
  path: text("Where it stands: a JSON pointer into the body, `?name` of the query, or the name of a header."),
  message: text("What is expected there."),
});

export const problemDetails: JsonSchema = answer(
  {
    type: text("Always about:blank: `code` tells all there is."),
    title: text("What kind of error it is."),
    status: whole("The HTTP status."),
    detail: text("One sentence for a person."),
    code: text("Stable, for programs.", { enum: Object.keys(ERRORS) }),
    errors: listOf(inputFault, { description: "Every fault of the input at once; there when the status is 400." }),
  },
  {
    optional: ["errors"],
    description: "An error answer of RFC 9457.",
    examples: [
      {
        type: "about:blank",
        title: "The request is not valid",
        status: 400,
        detail: "callback_ulr is not known; did you mean callback_url?",
        code: "invalid_request",
        errors: [{ path: "/callback_ulr", message: "is not known; did you mean callback_url?" }],
      },
    ],
  },
);
