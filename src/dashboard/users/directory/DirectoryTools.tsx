import { ActionIcon, Button, Kbd } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { DirectoryRow } from '#contract/directory.ts';
import { directoryPeriods } from '#contract/directory.ts';
import type { Period } from '#contract/period.ts';
import { pastNames, periodName } from '../../history/periodText.ts';
import { useFormat } from '../../preferences/format.ts';
import { useKeys } from '../../design/keys.ts';
import { ColumnChooser } from '../../design/ColumnChooser.tsx';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { LatePopover } from '../../design/LatePopover.tsx';
import { TableSort } from '../../design/ListTools.tsx';
import type { TableModel } from '../../design/useDataTable.ts';
import { FilterChip } from '../../members/FilterChip.tsx';
import { forms } from '../../url/forms.ts';
import classes from './DirectoryTools.module.css';
import { GroupByControl } from '../groups/GroupByControl.tsx';
import type { FilterProps } from './FilterPanel.tsx';
import type { FilterLabel } from '../../members/filterKind.ts';

const FilterPanel = lazyComponent(async () => (await import('./FilterPanel.tsx')).FilterPanel);

interface DirectoryToolsProps extends FilterProps {
  readonly model: TableModel<DirectoryRow>;
  /** undefined if not allowed. */
  readonly onCreate: (() => void) | undefined;
  readonly labels: readonly FilterLabel[];
  /** The list has the nearest to it. */
  readonly chosen: Period;
  readonly onPeriod: (period: Period) => void;
  /** Users are in groups, whose table has its own order and columns. */
  readonly isGrouped: boolean;
}

const periodChoices = directoryPeriods.map((value) => ({ value, label: pastNames[value] }));

export const directoryKeyTexts = {
  Enter: 'Open the user',
  f: 'Filter',
  s: 'Sort',
};
export const creatorKeyTexts = { ...directoryKeyTexts, n: forms.createUser.label };

export const DirectoryTools = memo(function DirectoryTools(props: DirectoryToolsProps) {
  const { model, onCreate, labels, chosen, onPeriod, isGrouped, ...filter } = props;
  const format = useFormat();
  const [isFiltering, setFiltering] = useState(false);
  useKeys(
    { s: focusSort, f: () => setFiltering(true), ...(onCreate && { n: () => onCreate() }) },
    onCreate ? creatorKeyTexts : directoryKeyTexts,
  );
  return (
    <>
      {onCreate && (
        <ActionIcon
          hiddenFrom="sm"
          variant="filled"
          aria-label={forms.createUser.label}
          onClick={() => onCreate()}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {labels.map(({ criterion, label, value, cleared }) => (
        <FilterChip
          key={criterion}
          {...{ label, value }}
          onRemove={() => filter.onFilter(cleared)}
        />
      ))}
      <FilterControl {...filter} isOpen={isFiltering} onOpen={setFiltering} />
      <ChipSelect
        label="Period"
        choices={periodChoices}
        chosen={filter.period}
        onChoose={onPeriod}
      />
      {chosen !== filter.period && (
        <FilterChip
          label="Nearest to"
          value={periodName(format, chosen)}
          title="The list has no such period. A user’s page has."
          removeLabel={`Remove the period ${periodName(format, chosen)}`}
          onRemove={() => onPeriod(filter.period)}
        />
      )}
      <GroupByControl facets={filter.facets} />
      {!isGrouped && (
        <>
          <ColumnChooser model={model} />
          <TableSort label="Sort by" model={model} />
        </>
      )}
    </>
  );
});

function focusSort(): void {
  const controls = document.querySelectorAll<HTMLElement>(
    'th[aria-sort] button, [aria-label="Sort by"]',
  );
  for (const control of controls) if (control.offsetParent !== null) control.focus();
}

interface FilterControlProps extends FilterProps {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function FilterControl({ isOpen, onOpen, ...filter }: FilterControlProps) {
  const close = () => onOpen(false);
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={onOpen}
      position="bottom-start"
      offset={4}
      width={448}
      withinPortal={false}
      // The panel is the dialog and has its own name.
      withRoles={false}
      // Mantine would close it before an open list inside it.
      closeOnEscape={false}
      dropdown={{
        className: classes.panel,
        onKeyDown: ({ key }) => key === 'Escape' && close(),
      }}
      button={
        <Button
          size="xs"
          className={classes.filter}
          leftSection={<IconPlus size={12} stroke={1.75} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-keyshortcuts="f"
        >
          Filter
          <Kbd visibleFrom="sm" ml={5} aria-hidden>
            F
          </Kbd>
        </Button>
      }
    >
      <FilterPanel {...filter} onClose={close} />
    </LatePopover>
  );
}
