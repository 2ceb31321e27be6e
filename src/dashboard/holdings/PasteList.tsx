import { Button, Input, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '../design/Disclosure.tsx';
import { useFormat } from '../preferences/format.ts';
import { withRows } from './draft.ts';
import { readPasted } from './fillRows.ts';
import classes from './LinesForm.module.css';
import type { RowsEditing } from './TokenRows.tsx';

interface PasteListProps {
  readonly edit: Pick<RowsEditing, 'rows' | 'setRows'>;
  readonly number: string;
  readonly example: string;
}

export function PasteList({ edit, number, example }: PasteListProps) {
  const format = useFormat();
  const [text, setText] = useState('');
  const pasted = readPasted(text);
  const count = pasted.rows.length;
  const take = (rows: typeof edit.rows) => {
    if (count === 0) return;
    edit.setRows(rows);
    setText('');
  };
  return (
    <Disclosure summary="Paste a list">
      <Textarea
        aria-label={`List of tokens and ${number}s`}
        classNames={{ input: classes.list }}
        placeholder={example}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {pasted.faults.slice(0, 5).map(({ line, detail }) => (
        <Input.Error key={line}>
          Line {line} skipped: {detail}.
        </Input.Error>
      ))}
      {pasted.faults.length > 5 && (
        <Input.Error>and {format.number(pasted.faults.length - 5)} more lines.</Input.Error>
      )}
      {text.trim() !== '' && (
        <p>
          <Button aria-disabled={count === 0} onClick={() => take(pasted.rows)}>
            Replace all
          </Button>
          <Button
            variant="subtle"
            aria-disabled={count === 0}
            onClick={() => take(withRows(edit.rows, pasted.rows))}
          >
            Append {format.number(count)}
          </Button>
        </p>
      )}
    </Disclosure>
  );
}
