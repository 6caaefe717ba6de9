import { useEffect, useRef } from "preact/hooks";
import type { Words } from "../live.js";
import { Said } from "./transcript.js";

/** Distance from the end, in px, within which the view follows new entries. */
const NEAR_PX = 60;

/**
 * The live transcript.
 *
 * @param isTold whether screen readers announce new entries
 */
export function LiveWords(props: {
  readonly words: readonly Words[];
  readonly title: string;
  readonly isTold: boolean;
}) {
  const { words, title, isTold } = props;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [words]);
  const onScroll = ({
    currentTarget: { scrollHeight, scrollTop, clientHeight },
  }: {
    currentTarget: HTMLDivElement;
  }) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
  };
  return (
    <div
      class="live-words"
      role="log"
      aria-label={title}
      aria-live={isTold ? "polite" : "off"}
      tabIndex={0}
      ref={box}
      onScroll={onScroll}
    >
      <ol class="transcript">
        {words.map((each) => (
          <Said key={each.id} entry={each} isOpen={!each.final} />
        ))}
      </ol>
    </div>
  );
}
