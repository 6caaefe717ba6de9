// Calls somebody with every field checked by the compiler: the types are made from what the service says of itself.
//
//   npm install openapi-fetch && npm install --save-dev openapi-typescript
//   npx openapi-typescript "$ATTENDANT_URL/openapi.json" --default-non-nullable=false --output attendant.ts
//   npx tsx call.ts 1001 "Your taxi is there."
import createClient from "openapi-fetch";
import type { paths } from "./attendant.js";

const attendant = createClient<paths>({
  baseUrl: process.env.ATTENDANT_URL ?? "http://127.0.0.1:8080",
  headers: { "X-API-Key": process.env.API_KEY ?? "" },
});

const [extension = "", message = ""] = process.argv.slice(2);
const { data: placed, error } = await attendant.POST("/call", { body: { extension, message } });
if (error) throw new Error(JSON.stringify(error));

for (;;) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { data: call } = await attendant.GET("/call/{id}", { params: { path: { id: placed.call_id } } });
  if (!call || ["queued", "ringing", "in_progress"].includes(call.status)) continue;
  console.log(call.status, call.error ?? "");
  break;
}
