import type { ComponentChildren } from "preact";

interface Column {
  readonly name: string;
  /** Figures stand at the right; what has a name for screen readers alone is unseen. */
  readonly kind?: "number" | "unseen";
}

/** A table of what is of one kind, a row each; on a telephone's screen each becomes a paragraph. */
export function Rows(props: {
  readonly columns: readonly Column[];
  readonly kind?: "attempts" | "settings";
  readonly children: ComponentChildren;
}) {
  const { columns, kind, children } = props;
  return (
    <table class={kind ? `rows ${kind}` : "rows"}>
      <thead>
        <tr>
          {columns.map(({ name, kind }) => (
            <th key={name} scope="col" class={kind === "number" ? kind : undefined}>
              {kind === "unseen" ? <span class={kind}>{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
