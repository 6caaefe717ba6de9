import type { ComponentChildren } from "preact";

interface Column {
  readonly name: string;
  /** Figures are right-aligned; names for screen readers only are hidden. */
  readonly kind?: "number" | "unseen";
}

/** A table with one row per item; on a narrow screen each row becomes a paragraph. */
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
