import classes from './NarrowLabel.module.css';

/** Names a figure on a phone, where the table has no head. */
export function NarrowLabel({ children }: { readonly children: string }) {
  return <span className={classes.label}>{children}&nbsp;</span>;
}
