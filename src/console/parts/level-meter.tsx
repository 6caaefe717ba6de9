import type { Level } from "../live.js";
import { type Store, useStore } from "../store.js";

const SILENCE_DB = -70;

/** The levels of both sides of a call. */
export function LevelMeters({ level }: { readonly level: Store<Level> }) {
  const { caller_db, assistant_db } = useStore(level);
  return (
    <div class="levels">
      <Meter who="Caller" db={caller_db} />
      <Meter who="Assistant" db={assistant_db} />
    </div>
  );
}

function Meter({ who, db }: { readonly who: "Caller" | "Assistant"; readonly db: number }) {
  const part = Math.max(0, Math.min(1, 1 - db / SILENCE_DB));
  return (
    <div
      class={`level ${who.toLowerCase()}`}
      role="meter"
      aria-label={`Level of the ${who.toLowerCase()}`}
      aria-valuemin={SILENCE_DB}
      aria-valuemax={0}
      aria-valuenow={Math.max(SILENCE_DB, Math.min(0, db))}
      aria-valuetext={db <= SILENCE_DB ? "silent" : `${db} decibels`}
    >
      <span class="level-name">{who}</span>
      <span class="level-track">
        <span class="level-bar" style={{ transform: `scaleX(${part.toFixed(3)})` }} />
      </span>
    </div>
  );
}
