import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconColumns3, IconGripVertical } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './ColumnChooser.module.css';
import { LatePopover } from './LatePopover.tsx';
import { moved } from './TableHead.tsx';
import type { TableModel } from './useDataTable.ts';
import { labelWithUnit } from './WithUnit.tsx';

export function ColumnChooser<Row extends RowData>({ model }: { readonly model: TableModel<Row> }) {
  const { columns, chosen, onChoose, isChosen } = model;
  const [isOpen, setOpen] = useState(false);
  const title = useId();
  const [dragged, setDragged] = useState<string | null>(null);
  const boxes = useRef(new Map<string, HTMLInputElement>());
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (focused.current !== null) boxes.current.get(focused.current)?.focus();
    focused.current = null;
  });
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined || !chosen.includes(id)) return;
    event.preventDefault();
    focused.current = id;
    onChoose(moved(chosen, id, step));
  };
  const onDropAt = (id: string) => {
    if (dragged !== null && chosen.includes(dragged) && chosen.includes(id))
      onChoose(moved(chosen, dragged, chosen.indexOf(id) - chosen.indexOf(dragged)));
    setDragged(null);
  };
  const ordered = [
    ...chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    ...columns.filter(({ id }) => !chosen.includes(id)),
  ];
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      trapFocus
      width={264}
      dropdown={{ className: classes.panel, 'aria-labelledby': title }}
      button={
        <Button visibleFrom="sm" leftSection={<IconColumns3 size={14} stroke={1.75} aria-hidden />}>
          Columns
        </Button>
      }
    >
      <Text component="h2" id={title} px="md" pt="sm" pb="xs">
        Columns
      </Text>
      <Stack component="ul" gap={0} mah={320} px="xs" className={classes.list}>
        {ordered.map((column) => {
          const { id } = column;
          const isShown = chosen.includes(id);
          return (
            <Group
              component="li"
              justify="space-between"
              flex="none"
              mih={32}
              px="xs"
              c="dimmed"
              bdrs="sm"
              key={id}
              draggable={isShown}
              className={clsx(dragged === id && classes.dragged)}
              onDragStart={() => setDragged(id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => onDropAt(id)}
              onDragEnd={() => setDragged(null)}
            >
              <Checkbox
                ref={(box) => {
                  if (box !== null) boxes.current.set(id, box);
                  return () => void boxes.current.delete(id);
                }}
                label={labelWithUnit(column.header, column.unit)}
                checked={isShown}
                disabled={column.href !== undefined}
                onKeyDown={(event) => onKeyDown(event, id)}
                onChange={() =>
                  onChoose(isShown ? chosen.filter((one) => one !== id) : [...chosen, id])
                }
              />
              {isShown && <IconGripVertical size={14} stroke={1.75} aria-hidden />}
            </Group>
          );
        })}
      </Stack>
      <Group
        component="footer"
        justify="space-between"
        py="xs"
        pl="md"
        pr="xs"
        c="dimmed"
        fz="xs"
        className={classes.foot}
      >
        <span>Drag or Alt ↑ ↓ to reorder</span>
        <Button variant="subtle" disabled={!isChosen} onClick={() => onChoose(null)}>
          Reset
        </Button>
      </Group>
    </LatePopover>
  );
}
