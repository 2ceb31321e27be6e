import { Select, TextInput } from '@mantine/core';
import {
  type ColumnMap,
  type ColumnUse,
  type ImportColumn,
  importFields,
} from '#contract/userImport.ts';
import classes from './ImportColumns.module.css';

/** What a column can be read as: an attribute of some kind, a field of the import, or nothing. */
const choices = [
  ['text', 'attribute: text'],
  ['number', 'attribute: number'],
  ['boolean', 'attribute: true or false'],
  ['json', 'attribute: JSON'],
  ...importFields.map((field) => [field, field] as const),
  ['ignored', 'skip'],
] as const;
type Choice = (typeof choices)[number][0];

/** A column as the service reads it; of a file that it could not read only the name is known. */
type KnownColumn = Pick<ImportColumn, 'name'> & Partial<ImportColumn>;

interface ImportColumnsProps {
  readonly columns: readonly KnownColumn[];
  readonly map: ColumnMap;
  readonly onMap: (map: ColumnMap) => void;
}

/** How each column of the file is read: guessed by the service from its header and cells, chosen by the person. */
export function ImportColumns({ columns, map, onMap }: ImportColumnsProps) {
  const change = (name: string, use: ColumnUse) => onMap({ ...map, [name]: use });
  return (
    <section>
      <h3 className={classes.title}>How each column is read</h3>
      <ul className={classes.columns} aria-label="Columns">
        {columns.map((column, index) => (
          <li key={column.name}>
            <span className={classes.name} title={column.name}>
              {column.name === '' ? `column ${index + 1}` : column.name}
            </span>
            {column.name === '' ? (
              <span className={classes.barred}>skipped: has no name</span>
            ) : (
              <ColumnFields
                column={column}
                chosen={map[column.name]}
                onUse={(use) => change(column.name, use)}
              />
            )}
            <span className={classes.sample} title={column.sample}>
              {column.reason ?? (column.sample === '' ? 'empty' : column.sample)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ColumnFieldsProps {
  readonly column: KnownColumn;
  readonly chosen: ColumnUse | undefined;
  readonly onUse: (use: ColumnUse) => void;
}

function ColumnFields({ column, chosen, onUse }: ColumnFieldsProps) {
  const { name } = column;
  const value = choiceOf(column, chosen);
  const attribute = (typeof chosen === 'object' ? chosen.attribute : column.attribute) ?? name;
  return (
    <span className={classes.fields}>
      <Select
        aria-label={`${name} is read as`}
        size="xs"
        w={148}
        data={choices.map(([one, label]) => ({ value: one, label }))}
        value={value}
        allowDeselect={false}
        onChange={(next) => {
          const choice = choices.find(([one]) => one === next)?.[0];
          if (choice !== undefined) onUse(columnUse(choice, attribute));
        }}
      />
      {isKind(value) && (
        <TextInput
          key={attribute}
          size="xs"
          w={104}
          aria-label={`${name} sets the attribute`}
          defaultValue={attribute}
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
          onBlur={({ target }) => {
            const named = target.value.trim();
            if (named === '') target.value = attribute;
            else if (named !== attribute) onUse({ attribute: named, as: value });
          }}
        />
      )}
    </span>
  );
}

type Kind = 'text' | 'number' | 'boolean' | 'json';

function isKind(choice: Choice): choice is Kind {
  return choice === 'text' || choice === 'number' || choice === 'boolean' || choice === 'json';
}

function columnUse(choice: Choice, attribute: string): ColumnUse {
  return isKind(choice) ? { attribute, as: choice } : choice;
}

function choiceOf(column: KnownColumn, chosen: ColumnUse | undefined): Choice {
  if (typeof chosen === 'string') return chosen;
  const { use = 'ignored', as } = column;
  if (chosen !== undefined) return chosen.as ?? as ?? 'text';
  return use === 'attribute' ? (as ?? 'text') : use;
}
