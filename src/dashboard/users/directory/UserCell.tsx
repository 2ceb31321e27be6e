import { Skeleton } from '@mantine/core';
import { createContext, use } from 'react';
import type { DirectoryRow } from '#contract/directory.ts';
import type { SearchWord } from '#contract/search.ts';
import { Highlight } from '../../design/Highlight.tsx';
import { useFormat } from '../../preferences/format.ts';
import classes from './directoryColumns.module.css';
import { matchingAttribute } from './matchingAttribute.ts';

/** A context, not a column option: a key in the search then renders this cell alone. */
export const SearchedWords = createContext<readonly SearchWord[]>([]);

export function UserCell({ row }: { readonly row: DirectoryRow }) {
  const format = useFormat();
  const words = use(SearchedWords);
  const { customId, name } = row;
  const match = matchingAttribute(row, words);
  return (
    <>
      <span className={classes.id}>
        <Highlight text={customId} words={words.map(({ text }) => text)} />
      </span>{' '}
      <span className={classes.name}>
        {match !== null && (
          <span className={classes.attribute}>
            {match.name}: <Highlight text={format.attribute(match.value)} words={[match.word]} />
            {name !== null && ' · '}
          </span>
        )}
        {name !== null && <Highlight text={name} words={words.map(wordOfName)} />}
      </span>
    </>
  );
}

function wordOfName({ text, attribute }: SearchWord): string {
  return attribute?.name === 'name' ? attribute.value : text;
}

const widths = {
  id: [92, 112, 84, 70, 96, 104, 78, 88],
  name: [86, 74, 96, 0, 64, 110, 90, 0],
} as const;

export function UserSkeleton({ row }: { readonly row: number }) {
  const [id = 0, name = 0] = [widths.id[row % 8], widths.name[row % 8]];
  return (
    <span>
      <span>
        <Skeleton width={id} />
      </span>{' '}
      <span className={classes.name}>{name > 0 && <Skeleton width={name} />}</span>
    </span>
  );
}
