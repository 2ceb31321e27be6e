import { Box, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import {
  type ColumnMap,
  type ColumnUse,
  type Existing,
  type ImportColumn,
  importFields,
} from '#contract/userImport.ts';
import { useFormat } from '../../preferences/format.ts';
import { FormFoot } from '../../design/FormFoot.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { PrivacyCover } from '../../design/PrivacyCover.tsx';
import { Segments } from '../../design/Segments.tsx';
import classes from './ImportReview.module.css';
import { DryRunPlan, DryRunState } from './DryRun.tsx';
import { importLabel, planSentences } from './importMessages.ts';
import { ImportRows, SaveFailures } from './ImportRows.tsx';
import { type RunView, rowsDone } from './importRun.ts';

const existingChoices = { skip: 'Skip existing users', update: 'Update existing users' } as const;

interface ImportCheckProps {
  readonly name: string;
  readonly view: RunView;
  readonly map: ColumnMap;
  readonly existing: Existing;
  readonly onExisting: (existing: Existing) => void;
  readonly onMap: (map: ColumnMap) => void;
  readonly onStart: () => void;
  readonly onChooseAnother: () => void;
}

export function ImportCheck(props: ImportCheckProps) {
  const format = useFormat();
  const { name, view, map, existing, onExisting, onMap, onStart, onChooseAnother } = props;
  const { phase, started, header } = view;
  const columns = started?.columns ?? header.map((column) => ({ name: column }));
  const isOver = phase === 'over';
  const { updated, unchanged, failed } = view.counts;
  const counts =
    existing === 'update'
      ? view.counts
      : { ...view.counts, updated: 0, unchanged: 0, skipped: updated + unchanged };
  const label = isOver ? importLabel(format, counts) : null;
  return (
    // Enter must not start an import.
    <form onSubmit={(event) => event.preventDefault()}>
      <Stack>
        {columns.length > 0 && (
          <PrivacyCover what="columns">
            <ImportColumns columns={columns} map={map} onMap={onMap} />
          </PrivacyCover>
        )}
        <DryRunState
          view={view}
          progress={
            started === null
              ? `Reading ${name}, ${format.count(view.progress.done, 'row')} so far…`
              : `Checking ${format.number(rowsDone(view.counts))} of ${format.number(started.users)} users; nothing is written yet…`
          }
        />
        {isOver && started !== null && (
          <DryRunPlan
            head={`${format.count(started.rows, 'row')} in ${name}`}
            sentences={planSentences(format, counts)}
          />
        )}
        {isOver && updated > 0 && (
          <Box h="var(--control)">
            <Segments
              label="Existing users"
              choices={existingChoices}
              chosen={existing}
              onChoose={onExisting}
            />
          </Box>
        )}
        {started !== null && <ImportRows view={view} existing={existing} isPlan />}
      </Stack>
      <FormFoot>
        {label !== null && counts.created > 0 && (
          <Box w="100%">
            <NoteLine tone="warn">
              Created users cannot be deleted. Changes to attributes and holdings can be undone.
            </NoteLine>
          </Box>
        )}
        <Button
          variant="filled"
          aria-disabled={label === null}
          onClick={() => {
            if (label !== null) onStart();
          }}
        >
          {label ?? (phase === 'running' ? 'Checking…' : 'Nothing to import')}
        </Button>
        <Button variant="subtle" onClick={onChooseAnother}>
          Choose another file
        </Button>
        {isOver && <SaveFailures name={name} view={view} count={failed} />}
      </FormFoot>
    </form>
  );
}

const attributeTypes = {
  text: 'attribute: text',
  number: 'attribute: number',
  boolean: 'attribute: true or false',
  json: 'attribute: JSON',
} as const;
type AttributeType = keyof typeof attributeTypes;

type ColumnChoice = AttributeType | (typeof importFields)[number] | 'ignored';

const isAttributeType = (choice: ColumnChoice): choice is AttributeType =>
  Object.hasOwn(attributeTypes, choice);
const columnChoices: readonly ColumnChoice[] = [
  'text',
  'number',
  'boolean',
  'json',
  ...importFields,
  'ignored',
];
const choiceLabel = (choice: ColumnChoice) =>
  isAttributeType(choice) ? attributeTypes[choice] : choice === 'ignored' ? 'skip' : choice;

/** For a file that the service could not read, only the name is known. */
type KnownColumn = Pick<ImportColumn, 'name'> & Partial<ImportColumn>;

interface ImportColumnsProps {
  readonly columns: readonly KnownColumn[];
  readonly map: ColumnMap;
  readonly onMap: (map: ColumnMap) => void;
}

function ImportColumns({ columns, map, onMap }: ImportColumnsProps) {
  const change = (name: string, use: ColumnUse) => onMap({ ...map, [name]: use });
  return (
    <section>
      <Text component="h3" size="xs" c="dimmed" mb="xs">
        Column mapping
      </Text>
      <ul className={classes.columns} aria-label="Columns">
        {columns.map((column, index) => (
          <li key={column.name}>
            <span className={classes.name} title={column.name}>
              {column.name === '' ? `column ${index + 1}` : column.name}
            </span>
            {column.name === '' ? (
              <span className={classes.barred}>skipped: no name</span>
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
  const value = columnChoice(column, chosen);
  const attribute = (typeof chosen === 'object' ? chosen.attribute : column.attribute) ?? name;
  return (
    <span className={classes.fields}>
      <Select<ColumnChoice>
        aria-label={`Import ${name} as`}
        size="xs"
        w={148}
        data={columnChoices.map((one) => ({ value: one, label: choiceLabel(one) }))}
        value={value}
        onChange={(next) => next !== null && onUse(columnUse(next, attribute))}
      />
      {isAttributeType(value) && (
        <TextInput
          key={attribute}
          size="xs"
          w={104}
          aria-label={`Attribute for ${name}`}
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

function columnUse(choice: ColumnChoice, attribute: string): ColumnUse {
  return isAttributeType(choice) ? { attribute, as: choice } : choice;
}

function columnChoice(column: KnownColumn, chosen: ColumnUse | undefined): ColumnChoice {
  if (typeof chosen === 'string') return chosen;
  const { use = 'ignored', as } = column;
  if (chosen !== undefined) return chosen.as ?? as ?? 'text';
  return use === 'attribute' ? (as ?? 'text') : use;
}
