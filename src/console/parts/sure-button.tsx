import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

const FORGETS_MS = 5_000;

/** A button for an irreversible action: the first press asks, the second confirms. */
export function SureButton(props: {
  readonly children: ComponentChildren;
  /** The question: `Hang up now?` */
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
