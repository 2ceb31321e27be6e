import { lazy, Suspense } from 'react';
import { rawParam } from '../rawParam.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { Button } from './Button.tsx';

const RawJsonDrawer = lazy(async () => ({
  default: (await import('./RawJsonDrawer.tsx')).RawJsonDrawer,
}));

interface RawJsonProps {
  /** Whose answer it is: "acme-treasury", "the history". */
  readonly title: string;
  /** Paths of the service, the one to show first. */
  readonly path: string | readonly string[];
  /** `line` among the words of a note. */
  readonly look?: 'button' | 'line';
}

/** Opens what the service really answered, beside the page; also where the page could not read it. */
export function RawJson({ title, path, look = 'button' }: RawJsonProps) {
  const [, setAsked] = useSearchParam(rawParam);
  const open = () => setAsked(typeof path === 'string' ? [path] : path);
  const name = `JSON of ${title}`;
  if (look === 'line') {
    return (
      <button type="button" aria-label={name} onClick={open}>
        JSON
      </button>
    );
  }
  return (
    <Button variant="plain" aria-label={name} title={name} onClick={open}>
      JSON
    </Button>
  );
}

/** The drawer itself: once, around all pages. */
export function RawJsonOutlet() {
  const [asked, setAsked] = useSearchParam(rawParam);
  const [path] = asked;
  if (path === undefined) return null;
  return (
    <Suspense fallback={null}>
      <RawJsonDrawer
        path={path}
        paths={asked.toSorted()}
        onChoose={(next) => setAsked([next, ...asked.filter((one) => one !== next)])}
        onClose={() => setAsked([])}
      />
    </Suspense>
  );
}
