// Preloaded into the controller with NODE_OPTIONS=--import: writes a V8 CPU profile of its whole run to BENCH_PROFILE when it
// exits. (--cpu-prof would do this, but is not allowed in NODE_OPTIONS.)
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: 500 });
session.post("Profiler.start");
process.once("exit", () => {
  session.post("Profiler.stop", (error, result) => {
    if (!error) writeFileSync(process.env.BENCH_PROFILE ?? "controller.cpuprofile", JSON.stringify(result.profile));
  });
});
