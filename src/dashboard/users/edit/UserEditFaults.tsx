import type { ProblemFault } from '#contract/problem.ts';
import { codeLineOf, messageOf } from '../../api/errors.ts';
import type { TextNote } from './attributesText.ts';
import type { JsonPlace } from './jsonPlaces.ts';
import classes from './UserEdit.module.css';

interface UserEditFaultsProps {
  readonly id: string;
  /** What keeps the text from being sent. */
  readonly faults: readonly TextNote[];
  /** What would be kept otherwise than it is written. */
  readonly warnings: readonly TextNote[];
  /** Why the service did not take it. */
  readonly error: Error | null;
  /** What of it the service names. */
  readonly refused: readonly ProblemFault[];
  readonly places: readonly JsonPlace[];
  /** Leads to a place in the text. */
  readonly onPlace: (at: number) => void;
}

/** What is wrong with the text, in words and with the way to its place. */
export function UserEditFaults(props: UserEditFaultsProps) {
  const { id, faults, warnings, error, refused, places, onPlace } = props;
  const code = codeLineOf(error);
  const placeOf = (pointer: string) => places.find((place) => place.pointer === pointer)?.start;
  return (
    <div id={id}>
      {faults.length > 0 && <Notes notes={faults} className={classes.faults} onPlace={onPlace} />}
      {warnings.length > 0 && (
        <Notes notes={warnings} className={classes.warnings} onPlace={onPlace} />
      )}
      {error !== null && (
        <div className={classes.refused} role="alert">
          <p>Not saved: {messageOf(error)}</p>
          {refused.length > 0 && (
            <Notes
              notes={refused.map(({ pointer, detail }) => ({
                pointer,
                detail,
                at: placeOf(pointer),
              }))}
              className={undefined}
              onPlace={onPlace}
            />
          )}
          {code !== null && <code>{code}</code>}
        </div>
      )}
    </div>
  );
}

interface NotesProps {
  readonly notes: readonly (Omit<TextNote, 'at'> & { readonly at: number | undefined })[];
  readonly className: string | undefined;
  readonly onPlace: (at: number) => void;
}

function Notes({ notes, className, onPlace }: NotesProps) {
  return (
    <ul className={className}>
      {notes.slice(0, 20).map(({ pointer, detail, at }) => (
        <li key={`${pointer} ${detail} ${at}`}>
          {pointer !== '' && <code>{pointer}</code>} {detail}{' '}
          {at !== undefined && (
            <button type="button" onClick={() => onPlace(at)}>
              Show
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
