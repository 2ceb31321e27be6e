import type { RowData } from '@tanstack/react-table';
import { ChipSelect } from './ChipSelect.tsx';
import { sortChoices } from './columns.ts';
import classes from './TableSort.module.css';
import type { TableModel } from './useDataTable.ts';

interface TableSortProps<Row extends RowData> {
  readonly label: string;
  readonly model: TableModel<Row>;
}

/** The order of the rows as one choice, below 768 px, where there is no room for a head of columns. */
export function TableSort<Row extends RowData>({ label, model }: TableSortProps<Row>) {
  const { columns, sort, onSort } = model;
  const choices = sortChoices(columns);
  const chosen = choices.find(({ by, order }) => by === sort?.by && order === sort.order);
  return (
    <span className={classes.narrow}>
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
