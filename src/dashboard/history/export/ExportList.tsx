import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { messageOf } from '../../shared/api/errors.ts';
import { download } from '../../shared/files/download.ts';
import { formatCount } from '../../shared/format/number.ts';
import { notify } from '../../shared/notices.ts';
import { usePrivacy } from '../../shared/preferences.ts';
import { captionsOf } from './captions.ts';
import { csvOf } from './csv.ts';
import { type Exported, fileNameOf, whyNoFigures } from './exported.ts';
import classes from './ExportMenu.module.css';
import { pngOf } from './png.ts';
import { svgOf } from './svg.ts';

interface ExportListProps {
  readonly exported: Exported;
  readonly pane: RefObject<HTMLElement | null>;
  readonly onDone: () => void;
}

interface Format {
  readonly name: 'CSV' | 'PNG' | 'SVG';
  readonly note: string;
  /** Why it is not to be had now. */
  readonly unavailable: string | null;
  readonly make: () => Promise<Blob>;
}

/** The files there are of what is shown. Arrow keys lead through them, Escape out of them. */
export function ExportList({ exported, pane, onDone }: ExportListProps) {
  const list = useRef<HTMLDivElement>(null);
  const drawn = pane.current?.querySelector<SVGElement>('svg.recharts-surface') ?? null;
  const formats = formatsOf(exported, drawn, whyNoFigures(exported, usePrivacy()));
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  const save = ({ name, make, unavailable }: Format) => {
    if (unavailable !== null) return;
    onDone();
    make().then(
      (file) => download(fileNameOf(exported, name.toLowerCase()), file),
      (error: unknown) => notify(`The ${name} could not be made: ${messageOf(error)}`),
    );
  };
  return (
    <div
      ref={list}
      role="menu"
      aria-label="Export"
      className={classes.list}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
        else if (!moveFocus(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {formats.map((format) => (
        <button
          key={format.name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classes.item}
          aria-disabled={format.unavailable !== null}
          onClick={() => save(format)}
        >
          {format.name}
          <em>{format.unavailable ?? format.note}</em>
        </button>
      ))}
    </div>
  );
}

function formatsOf(exported: Exported, drawn: SVGElement | null, whyNot: string | null): Format[] {
  const { lines } = exported.scene;
  const records = Math.max(0, ...lines.map(({ shown }) => shown.length));
  const noPicture = drawn === null ? 'No line is shown' : null;
  const picture = async () => {
    if (drawn === null) throw new Error('No line is shown.');
    return svgOf(drawn, captionsOf(exported));
  };
  return [
    {
      name: 'CSV',
      note: `${formatCount(records)} ${records === 1 ? 'record' : 'records'}`,
      unavailable: whyNot ?? (records === 0 ? 'No records' : null),
      make: () => csvOf(exported, nextTask),
    },
    {
      name: 'PNG',
      note: 'as it is shown',
      unavailable: noPicture,
      make: async () => pngOf(await picture()),
    },
    {
      name: 'SVG',
      note: 'as it is shown',
      unavailable: noPicture,
      make: async () => new Blob([(await picture()).text], { type: 'image/svg+xml' }),
    },
  ];
}

/** Lets the page do what waits. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Arrows, Home and End; whether the key was one of them. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const items = [...currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key];
  if (to === undefined) return false;
  items.at(to % items.length)?.focus();
  return true;
}
