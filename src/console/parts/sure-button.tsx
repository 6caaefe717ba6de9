import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

const FORGETS_MS = 5_000;

/** A button that cannot be undone: the first press asks, the second does it. */
export function SureButton(props: {
  readonly children: ComponentChildren;
  /** What it asks: `Hang up now?` */
  readonly asks: string;
  readonly disabled?: boolean;
  readonly onSure: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => setAsking(false), FORGETS_MS);
    return () => clearTimeout(timer);
  }, [isAsking]);
  const press = () => {
    if (isAsking) props.onSure();
    setAsking(!isAsking);
  };
  return (
    <button type="button" class={isAsking ? "danger sure" : "danger"} disabled={props.disabled} onClick={press}>
      <span aria-live="polite">{isAsking ? props.asks : props.children}</span>
    </button>
  );
}
