import type { CellKind } from './cells.ts';
import classes from './ImportColumns.module.css';
import type { ImportColumn } from './importTable.ts';

const kindWords = {
  text: 'text',
  number: 'number',
  truth: 'true or false',
  json: 'JSON',
  none: 'left out',
} as const satisfies Record<CellKind, string>;
const choices: readonly CellKind[] = ['text', 'number', 'truth', 'json', 'none'];

interface ImportColumnsProps {
  readonly columns: readonly ImportColumn[];
  readonly kinds: readonly CellKind[];
  /** The rows are being sent: nothing is chosen any more. */
  readonly isFixed: boolean;
  readonly onKind: (name: string, kind: CellKind) => void;
}

/** How each column of the file is read: guessed by all its cells, chosen by the person. */
export function ImportColumns({ columns, kinds, isFixed, onKind }: ImportColumnsProps) {
  if (columns.length === 0) {
    return (
      <p className={classes.none}>No column but customId: the users will have no attributes.</p>
    );
  }
  return (
    <section>
      <h3 className={classes.title}>How each column is read</h3>
      <ul className={classes.columns} aria-label="Columns">
        {columns.map(({ name, barred, sample, place }, index) => (
          <li key={place}>
            <span className={classes.name} title={name}>
              {name === '' ? `column ${place + 1}` : name}
            </span>
            {barred === null ? (
              <select
                aria-label={`${name} is read as`}
                value={kinds[index]}
                disabled={isFixed}
                onChange={({ target }) => {
                  const kind = choices.find((choice) => choice === target.value);
                  if (kind !== undefined) onKind(name, kind);
                }}
              >
                {choices.map((kind) => (
                  <option key={kind} value={kind}>
                    {kindWords[kind]}
                  </option>
                ))}
              </select>
            ) : (
              <span className={classes.barred} title={barred}>
                left out: {barred}
              </span>
            )}
            <span className={classes.sample} title={sample}>
              {sample === '' ? 'no cell is filled' : sample}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
