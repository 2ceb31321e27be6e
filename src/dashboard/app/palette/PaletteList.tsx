import { IconCornerDownLeft } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type MouseEvent, useEffect, useRef } from 'react';
import { searchWords } from '#contract/search.ts';
import { foundPieces } from '../../shared/fold.ts';
import type { Choice, ChoiceGroup } from './choice.ts';
import classes from './Palette.module.css';

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly ChoiceGroup[];
  /** The place of the choice that Enter takes, among all. */
  readonly active: number;
  readonly wanted: string;
  readonly onActive: (index: number) => void;
  readonly onChoose: (choice: Choice, isNewTab: boolean) => void;
}

/** What is found, in groups. The focus stays in the field, which says which of these is active. */
export function PaletteList(props: PaletteListProps) {
  const { id, groups } = props;
  return (
    <div role="listbox" id={id} aria-label="Found" className={classes.list} tabIndex={-1}>
      {groups.map(({ title, note, choices }, group) => {
        const before = groups.slice(0, group).reduce((sum, other) => sum + other.choices.length, 0);
        return (
          <div key={title} role="group" aria-label={title}>
            <h3 aria-hidden>
              {title}
              {note !== undefined && <span>{note}</span>}
            </h3>
            {choices.map((choice, index) => (
              <Line key={choice.key} {...props} choice={choice} index={before + index} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface LineProps extends PaletteListProps {
  readonly choice: Choice;
  readonly index: number;
}

function Line({ id, choice, index, active, wanted, onActive, onChoose }: LineProps) {
  const { icon: Icon, label, sub, end, shortcut } = choice;
  const isActive = index === active;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const choose = (event: MouseEvent) => onChoose(choice, event.ctrlKey || event.metaKey);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field does the same
    <div
      ref={line}
      role="option"
      id={`${id}-${index}`}
      aria-selected={isActive}
      tabIndex={-1}
      className={clsx(classes.line, isActive && classes.active)}
      onPointerMove={() => onActive(index)}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.label}>
        <Marked text={label} wanted={wanted} />
      </span>
      <span className={classes.sub}>
        {sub !== undefined && sub !== null && <Marked text={sub} wanted={wanted} />}
      </span>
      {typeof end === 'string' ? <span className={classes.path}>{end}</span> : end}
      <span className={classes.slot} aria-hidden>
        {shortcut !== undefined ? (
          <kbd>{shortcut}</kbd>
        ) : (
          isActive && (
            <kbd>
              <IconCornerDownLeft size={12} stroke={1.75} />
            </kbd>
          )
        )}
      </span>
    </div>
  );
}

function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  const words = searchWords(wanted).flatMap((word) => [word.text, word.attribute?.value ?? '']);
  return foundPieces(text, words).map((piece, index) =>
    piece.isFound ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}
