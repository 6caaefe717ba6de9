import { useMay } from "../access.js";
import { numberBack } from "../call-words.js";
import type { Call } from "../rest.js";
import { to } from "../route.js";

/** Opens the form for calling the other party, with the number filled in. */
export function CallBack({ call }: { readonly call: Call }) {
  const may = useMay();
  const number = numberBack(call);
  if (number === null || !call.ended_at || !may("call")) return null;
  const words = call.direction === "inbound" ? "Call back" : "Call again";
  return (
    <a class="button quiet" href={to(["place"], { number })} aria-label={`${words}: ${number}`}>
      {words}
    </a>
  );
}
