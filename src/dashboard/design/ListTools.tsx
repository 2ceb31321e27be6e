import { Group, Kbd, Text, Input } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useFormat } from '../preferences/format.ts';
import { ChipSelect } from './ChipSelect.tsx';
import { sortChoices } from './columns.ts';
import { useKeys } from './keys.ts';
import classes from './ListTools.module.css';
import type { TableModel } from './useDataTable.ts';

export interface ListToolsProps {
  readonly children: ReactNode;
  /** Matches out of all rows, unless `text` replaces them; null while unknown. */
  readonly found: { readonly count: number; readonly of: number; readonly text?: string } | null;
}

export function ListTools({ children, found }: ListToolsProps) {
  const format = useFormat();
  return (
    <Group gap="xs" px="var(--gutter)" py="xs" className={classes.tools}>
      {children}
      {found !== null && (
        <Text component="output" size="xs" c="dimmed" ml="auto" className={classes.found}>
          <b>{format.number(found.count)}</b> {found.text ?? `of ${format.number(found.of)}`}
        </Text>
      )}
    </Group>
  );
}

interface PageSearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly title?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export const searchKeyTexts = { '/': 'Search' };

/** `/` focuses the search, Enter and the down arrow move into the rows below, Escape clears it and then leaves. */
export function PageSearch(props: PageSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() }, searchKeyTexts);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (props.value === '') event.currentTarget.blur();
      else props.onChange('');
    }
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      firstRowAfter(event.currentTarget)?.focus();
    }
  };
  const { label, placeholder, title, value, onChange } = props;
  return (
    <Input
      ref={field}
      type="search"
      className={classes.search}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      title={title}
      value={value}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={<Kbd aria-hidden>/</Kbd>}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** With several tables on a page, the searched rows come after the field. */
function firstRowAfter(field: HTMLElement): HTMLElement | undefined {
  const firsts = document.querySelectorAll<HTMLElement>('[data-index="0"]');
  return [...firsts].find(
    (row) => field.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

interface TableSortProps<Row extends RowData> {
  readonly label: string;
  readonly model: TableModel<Row>;
}

/** Offers the orders of the standard columns and of those that are shown. */
export function TableSort<Row extends RowData>({ label, model }: TableSortProps<Row>) {
  const { columns, chosen: shown, sort, onSort } = model;
  const isOffered = ({ id, isOptional }: (typeof columns)[number]) =>
    isOptional !== true || shown.includes(id) || id === sort?.by;
  const choices = sortChoices(columns.filter(isOffered));
  const chosen = choices.find(({ by, order }) => by === sort?.by && order === sort.order);
  return (
    <span className={classes.sort}>
      <ChipSelect
        width="100%"
        label={label}
        choices={choices.map((choice) => ({ value: choice.label, label: choice.label }))}
        chosen={chosen?.label ?? ''}
        onChoose={(name) => {
          const choice = choices.find((one) => one.label === name);
          if (choice !== undefined) onSort({ by: choice.by, order: choice.order });
        }}
      />
    </span>
  );
}
