import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { undoImport } from '#contract/operations/userImports.ts';
import type { Existing, UserOutcome } from '#contract/userImport.ts';
import { callLines } from '../../api/client.ts';
import { messageOf } from '../../api/errors.ts';
import { FormFoot } from '../../design/FormFoot.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { keys } from '../../portfolio/queryKeys.ts';
import { useFormat } from '../../preferences/format.ts';
import { doneFigures } from './importMessages.ts';
import { ImportRows, SaveFailures } from './ImportRows.tsx';
import classes from './ImportReview.module.css';
import { type RunView, rowsDone, totalCounts } from './importRun.ts';

interface ImportOutcomeProps {
  readonly name: string;
  /** The runs of the file: another one continues where the one before it stopped. */
  readonly views: readonly RunView[];
  readonly existing: Existing;
  readonly onStop: () => void;
  readonly onContinue: () => void;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** The import while it runs, and what became of each user; stopped or broken off it can be continued, and taken back. */
export function ImportOutcome(props: ImportOutcomeProps) {
  const { name, views, existing, onStop, onContinue, onAnother, onClose } = props;
  const [isUndone, setUndone] = useState(false);
  const last = views.at(-1);
  if (last === undefined) return null;
  const counts = totalCounts(views, existing);
  const { phase } = last;
  const isRunning = phase === 'running';
  const ids = views.flatMap(({ begun }) => begun?.id ?? []);
  return (
    <form>
      <Stack>
        <RunProgress view={last} counts={counts} onStop={onStop} />
        {phase === 'failed' && (
          <NoteLine tone="danger">Nothing is lost, what is done stays done. {last.fault}</NoteLine>
        )}
        <ImportRows view={last} existing={existing} isPlan={false} />
        {!isRunning && ids.length > 0 && counts.created + counts.updated > 0 && (
          <ImportUndo ids={ids} created={counts.created} onUndone={() => setUndone(true)} />
        )}
      </Stack>
      {!isRunning && (
        <FormFoot>
          {phase === 'over' && (
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          )}
          {phase !== 'over' && !isUndone && (
            <Button variant="filled" onClick={onContinue}>
              Continue
            </Button>
          )}
          <Button onClick={onAnother}>Another file</Button>
          <SaveFailures name={name} view={last} count={counts.failed} />
        </FormFoot>
      )}
    </form>
  );
}

interface RunProgressProps {
  readonly view: RunView;
  readonly counts: Readonly<Record<UserOutcome, number>>;
  readonly onStop: () => void;
}

/** How far the import is, and the button that stops it. */
function RunProgress({ view, counts, onStop }: RunProgressProps) {
  const format = useFormat();
  const { phase, begun } = view;
  const isRunning = phase === 'running';
  const done = rowsDone(view.counts);
  const stop = useRef<HTMLButtonElement>(null);
  const state = useRef<HTMLOutputElement>(null);
  // The button that was pressed is gone, and at the end this one is too: the focus is not lost with them.
  useEffect(() => {
    if (isRunning) stop.current?.focus();
    else state.current?.focus();
  }, [isRunning]);
  return (
    <Stack gap="xs">
      <Progress
        size={4}
        value={(100 * done) / Math.max(1, begun?.users ?? 1)}
        aria-label="Users done"
      />
      <Group gap="xs">
        <span className={classes.figures}>
          {format.number(done)} of {format.count(begun?.users ?? 0, 'user')}:{' '}
          {doneFigures(format, counts)}
        </span>
        {isRunning && (
          <Button ref={stop} onClick={onStop}>
            Stop
          </Button>
        )}
      </Group>
      <Text
        component="output"
        ref={state}
        className={classes.plan}
        size="xs"
        c="dimmed"
        tabIndex={-1}
      >
        {phaseMessages[phase]}
      </Text>
    </Stack>
  );
}

const phaseMessages = {
  running: 'Importing. Leave this page open until it is done.',
  stopped: 'Stopped. Continue goes on where it was.',
  failed: 'The import broke off. Continue goes on where it was.',
  over: 'Import complete.',
} as const;

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
function ImportUndo({ ids, created, onUndone }: ImportUndoProps) {
  const format = useFormat();
  const result = useRef<HTMLOutputElement>(null);
  const undo = useMutation({
    mutationFn: () => undoAll(ids),
    meta: { invalidates: [keys.directory, keys.users] },
    onSuccess: onUndone,
  });
  const { isPending, isSuccess } = undo;
  // The button is gone: the focus is not lost with it.
  useEffect(() => {
    if (isSuccess) result.current?.focus();
  }, [isSuccess]);
  if (undo.data === undefined) {
    return (
      <Group gap="xs">
        <Button aria-disabled={isPending} onClick={() => !isPending && undo.mutate()}>
          {isPending ? 'Taking back…' : 'Take back'}
        </Button>
        <Text flex={1} miw={240} size="xs" c="dimmed">
          Attributes and holdings become what they were
          {created > 0 ? `; ${format.count(created, 'user')} stay, as users cannot be deleted` : ''}
          .
        </Text>
        {undo.isError && <NoteLine tone="danger">{messageOf(undo.error)}</NoteLine>}
      </Group>
    );
  }
  const { restored, kept } = undo.data;
  return (
    <output ref={result} className={classes.plan} tabIndex={-1}>
      <p>
        Taken back: {format.count(restored, 'user')}.
        {created > 0 ? ` ${format.count(created, 'user')} that the import created stay.` : ''}
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
            {kept.length > maxNamed && <li>and {format.number(kept.length - maxNamed)} more</li>}
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
