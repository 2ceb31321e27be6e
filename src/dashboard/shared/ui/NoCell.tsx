/** A cell of a table with nothing to say: it keeps the columns in place. */
export function NoCell({ className }: { readonly className?: string | undefined }) {
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- there is nothing here to name
  return <td className={className} />;
}
