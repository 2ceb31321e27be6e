import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getRaw, type RawAnswer } from '../api/rawAnswer.ts';
import { download } from '../files/download.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatMilliseconds } from '../format/number.ts';
import { usePrivacy } from '../preferences.ts';
import { readBody } from '../rawBody.ts';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorPane } from './ErrorPane.tsx';
import { Loading, Skeleton } from './Skeleton.tsx';
import classes from './RawJsonDrawer.module.css';

interface RawJsonDrawerProps {
  readonly path: string;
  readonly paths: readonly string[];
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

/** What the service answers, byte for byte, with line breaks for the eye alone. */
export function RawJsonDrawer({ path, paths, onChoose, onClose }: RawJsonDrawerProps) {
  const query = useQuery({
    queryKey: ['raw', path],
    queryFn: ({ signal }) => getRaw(path, signal),
    // Asked at each opening, and never under the eyes of who reads it.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
  const again = () => void query.refetch();
  return (
    <Dialog title="What the service answers" size="side" onClose={onClose}>
      {paths.length > 1 && (
        <select
          className={classes.paths}
          aria-label="Path"
          value={path}
          onChange={(event) => onChoose(event.target.value)}
        >
          {paths.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )}
      <p className={classes.asked}>GET {path}</p>
      {query.data !== undefined ? (
        <Answer answer={query.data} path={path} onAgain={again} isAsking={query.isFetching} />
      ) : query.error !== null ? (
        <ErrorPane what="The answer" error={query.error} onRetry={again} />
      ) : (
        <p>
          <Loading what="the answer" />
          <Skeleton width={240} />
        </p>
      )}
    </Dialog>
  );
}

/** Headers that tell something about the answer; those that are there are shown. */
const tellingHeaders = [
  'Content-Type',
  'ETag',
  'Date',
  'Last-Modified',
  'Cache-Control',
  'Content-Encoding',
  'Retry-After',
  'Link',
] as const;

interface AnswerProps {
  readonly answer: RawAnswer;
  readonly path: string;
  readonly isAsking: boolean;
  readonly onAgain: () => void;
}

function Answer({ answer, path, isAsking, onAgain }: AnswerProps) {
  const { status, isSuccess, headers, bytes, milliseconds } = answer;
  const hidesFigures = usePrivacy() !== 'off';
  const body = useMemo(() => readBody(answer, hidesFigures), [answer, hidesFigures]);
  const save = () => download(`${path.slice(1)}.${body.extension}`, new Blob([bytes]));
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="Status">
          <span className={isSuccess ? undefined : classes.bad}>{status}</span>
        </Fact>
        {/* The length of a text tells how many digits are in it. */}
        <Fact name={hidesFigures ? 'Took' : 'Size'}>
          {!hidesFigures && `${formatBytes(bytes.length)} in `}
          {formatMilliseconds(milliseconds)}
        </Fact>
        {tellingHeaders.map((name) => {
          const value = headers.get(name);
          return (
            value !== null && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            )
          );
        })}
      </dl>
      <div className={classes.tools}>
        <Button
          icon={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          aria-disabled={isAsking}
          onClick={isAsking ? undefined : onAgain}
        >
          Ask again
        </Button>
        <Button
          icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
          disabled={hidesFigures}
          onClick={save}
        >
          {body.isWhole ? 'Download' : 'Download whole'}
        </Button>
        {body.copied !== null && <CopyButton text={body.copied} what="answer" />}
      </div>
      {body.note !== null && <p className={classes.note}>{body.note}</p>}
      {bytes.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
        <pre className={classes.text} tabIndex={0} aria-label="Body of the answer" dir="ltr">
          {body.shown}
        </pre>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
