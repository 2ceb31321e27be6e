import { IconFileTypeCsv } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type DragEvent, Fragment, useRef, useState } from 'react';
import { neededForHoldings } from '#contract/userImport.ts';
import { Button } from '../../shared/ui/Button.tsx';
import hidden from '../../shared/ui/Hidden.module.css';
import classes from './ChooseFile.module.css';

interface ChooseFileProps {
  readonly onChoose: (name: string, content: Blob) => void;
}

/** Where the users come from: a file chosen or dropped, or a text that is pasted. */
export function ChooseFile({ onChoose }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const choose = (file: File | undefined) => {
    if (file !== undefined) onChoose(file.name, file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <div className={classes.choose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is the pointer's way; the button in it is everyone's */}
      <div
        className={clsx(classes.drop, isOver && classes.over)}
        role="group"
        aria-label="Choose or drop"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileTypeCsv size={20} stroke={1.75} aria-hidden />
        <span>Drop a CSV file here, or</span>
        <Button variant="filled" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
      <form
        className={classes.paste}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onChoose('what was pasted', new Blob([text]));
        }}
      >
        <label>
          Or paste it
          <textarea
            value={text}
            rows={5}
            spellCheck={false}
            placeholder={'customId,name,tier\nada,Ada Lovelace,private'}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Button type="submit" aria-disabled={text.trim() === ''}>
          Check it
        </Button>
      </form>
      <p className={classes.hint}>
        A first line with names of columns: <code>customId</code> (or <code>id</code>) is needed,
        every other column is an attribute. Holdings have columns{' '}
        {neededForHoldings.map((field) => (
          <Fragment key={field}>
            <code>{field}</code>,{' '}
          </Fragment>
        ))}
        and, if you like, <code>at</code>: a row a position. Comma, semicolon or tab; also gzipped.
        Nothing is written before you have seen what will happen.
      </p>
      {/* Last, so that what is seen has the focus when the dialog opens. */}
      <label className={hidden.hidden}>
        CSV file
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip"
          tabIndex={-1}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // The same file, mended, is chosen again.
            event.target.value = '';
          }}
        />
      </label>
    </div>
  );
}
