import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { undoImport } from '#contract/operations/userImports.ts';
import { callLines } from '../../shared/api/client.ts';
import { messageOf } from '../../shared/api/errors.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { usersOf } from './importMessages.ts';
import classes from './ImportReview.module.css';

interface ImportUndoProps {
  /** Imports in the order in which they were made. */
  readonly ids: readonly string[];
  readonly created: number;
  readonly onUndone: () => void;
}

/** Something that changed since the import, and was left as it is. */
interface Kept {
  readonly user: string;
  readonly reason: string;
}

const maxNamed = 20;

/** Takes an import back, and says what could not be. */
export function ImportUndo({ ids, created, onUndone }: ImportUndoProps) {
  const result = useRef<HTMLOutputElement>(null);
  const undo = useMutation({
    mutationFn: () => undoAll(ids),
    meta: { invalidates: [['users'], ['user']] },
    onSuccess: onUndone,
  });
  const { isPending, isSuccess } = undo;
  // The button is gone: the focus is not lost with it.
  useEffect(() => {
    if (isSuccess) result.current?.focus();
  }, [isSuccess]);
  if (undo.data === undefined) {
    return (
      <div className={classes.actions}>
        <Button aria-disabled={isPending} onClick={() => !isPending && undo.mutate()}>
          {isPending ? 'Taking back…' : 'Take back'}
        </Button>
        <span className={classes.quiet}>
          Attributes and holdings become what they were
          {created > 0 ? `; ${usersOf(created)} stay, as users cannot be deleted` : ''}.
        </span>
        {undo.isError && <NoteLine tone="danger">{messageOf(undo.error)}</NoteLine>}
      </div>
    );
  }
  const { restored, kept } = undo.data;
  return (
    <output ref={result} className={classes.plan} tabIndex={-1}>
      <p>
        Taken back: {usersOf(restored)}.
        {created > 0 ? ` ${usersOf(created)} that the import created stay.` : ''}
      </p>
      {kept.length > 0 && (
        <>
          <p>Changed since the import, and left as they are:</p>
          <ul>
            {kept.slice(0, maxNamed).map(({ user, reason }) => (
              <li key={`${user} ${reason}`}>
                <bdi>{user}</bdi>: {reason}
              </li>
            ))}
            {kept.length > maxNamed && <li>and {formatCount(kept.length - maxNamed)} more</li>}
          </ul>
        </>
      )}
    </output>
  );
}

/** The last import is the first to be taken back. */
async function undoAll(ids: readonly string[]): Promise<{ restored: number; kept: Kept[] }> {
  const total = { restored: 0, kept: [] as Kept[] };
  for (const id of ids.toReversed()) {
    for await (const line of callLines(undoImport, { params: { id } }, {})) {
      if ('user' in line) total.kept.push(line);
      else if ('problem' in line) throw new Error(line.problem.detail);
      else if ('result' in line) total.restored += line.result.restored;
    }
  }
  return total;
}
