import { Button, Checkbox } from '@mantine/core';
import { IconColumns3, IconGripVertical } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './ColumnChooser.module.css';
import { nameOfColumn } from './columns.ts';
import { LatePopover } from './LatePopover.tsx';
import { moved } from './TableHead.tsx';
import type { TableModel } from './useDataTable.ts';

/** Which columns a table shows and in which order: boxes to choose, dragged or moved by Alt and arrows to order. */
export function ColumnChooser<Row extends RowData>({ model }: { readonly model: TableModel<Row> }) {
  const { columns, chosen, onChoose, isChosen } = model;
  const [isOpen, setOpen] = useState(false);
  const title = useId();
  const [dragged, setDragged] = useState<string | null>(null);
  const boxes = useRef(new Map<string, HTMLInputElement>());
  const focused = useRef<string | null>(null);
  // What is moved keeps the focus.
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
      dropdown={{ className: classes.panel, 'aria-labelledby': title }}
      button={
        <Button
          className={classes.button}
          leftSection={<IconColumns3 size={14} stroke={1.75} aria-hidden />}
        >
          Columns
        </Button>
      }
    >
      <h2 id={title}>Columns</h2>
      <ul>
        {ordered.map((column) => {
          const { id } = column;
          const isShown = chosen.includes(id);
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its box moves it by keyboard
            <li
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
                label={nameOfColumn(column)}
                checked={isShown}
                // What leads to the row is always there.
                disabled={column.href !== undefined}
                onKeyDown={(event) => onKeyDown(event, id)}
                onChange={() =>
                  onChoose(isShown ? chosen.filter((one) => one !== id) : [...chosen, id])
                }
              />
              {isShown && <IconGripVertical size={14} stroke={1.75} aria-hidden />}
            </li>
          );
        })}
      </ul>
      <footer>
        <span>Drag, or Alt ↑ ↓, to order</span>
        <Button variant="subtle" disabled={!isChosen} onClick={() => onChoose(null)}>
          Reset
        </Button>
      </footer>
    </LatePopover>
  );
}
