import classes from './HeaderList.module.css';

/** Headers by name, each value whole in its title. */
export function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <dl className={classes.headers}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt title={name}>{name}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
