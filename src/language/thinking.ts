const OPEN = "<think>";
const CLOSE = "</think>";

/**
 * Leaves out what a reasoning model thinks aloud: servers that do not separate it send it at the beginning of the text,
 * between `<think>` and `</think>`. Tags that come later are text.
 *
 * `push` gives what of the text so far may be said; `end` what was held back because it might have become a tag.
 */
export function createThinkingFilter(): { push(text: string): string; end(): string } {
  let state: "beginning" | "thinking" | "speaking" = "beginning";
  let held = "";

  function push(text: string): string {
    if (state === "speaking") return text;
    held += text;
    if (state === "beginning") {
      held = held.trimStart(); // Blanks before the first word are not said.
      if (held.length < OPEN.length && OPEN.startsWith(held)) return "";
      if (!held.startsWith(OPEN)) return release(held);
      state = "thinking";
    }
    const close = held.indexOf(CLOSE);
    if (close >= 0) return release(held.slice(close + CLOSE.length).trimStart());
    held = OPEN + held.slice(-CLOSE.length); // thoughts may be long, and only a half-written end matters
    return "";
  }

  function release(text: string): string {
    state = "speaking";
    held = "";
    return text;
  }

  return {
    push,
    end: () => (state === "beginning" ? release(held) : ""),
  };
}
