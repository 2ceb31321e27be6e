import classes from './AttributeValue.module.css';
import { isObject } from '#contract/mergePatch.ts';

/** A JSON value as people read it: text plain, lists of words as chips, objects and lists of objects nested. */
export function AttributeValue({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') {
    return value === '' ? <span className={classes.quiet}>empty text</span> : value;
  }
  if (typeof value === 'number') return <span className={classes.figure}>{String(value)}</span>;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (Array.isArray(value)) return <List values={value} />;
  if (isObject(value)) return <Members object={value} />;
  return <span className={classes.quiet}>null</span>;
}

function List({ values }: { readonly values: readonly unknown[] }) {
  if (values.length === 0) return <span className={classes.quiet}>empty list</span>;
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  return (
    <ul className={isPlain ? classes.chips : classes.list}>
      {values.map((value, index) => (
        <li key={index}>
          <AttributeValue value={value} />
        </li>
      ))}
    </ul>
  );
}

function Members({ object }: { readonly object: Record<string, unknown> }) {
  const members = Object.entries(object);
  if (members.length === 0) return <span className={classes.quiet}>empty object</span>;
  return (
    <dl className={classes.members}>
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <AttributeValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
