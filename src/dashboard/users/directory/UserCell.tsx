import { Skeleton } from '@mantine/core';
import { createContext, use } from 'react';
import type { DirectoryRow } from '#contract/directory.ts';
import type { SearchWord } from '#contract/search.ts';
import { Highlight } from '../../design/Highlight.tsx';
import classes from './directoryColumns.module.css';
import { matchingAttribute } from './matchingAttribute.ts';

/** What is searched: no column depends on it, so that a key draws of a row that stays its user alone. */
export const SearchedWords = createContext<readonly SearchWord[]>([]);

/** Id and name, what is searched marked in them; and the attribute that matches, where neither does. */
export function UserCell({ row }: { readonly row: DirectoryRow }) {
  const words = use(SearchedWords);
  const { customId, name } = row;
  const match = matchingAttribute(row, words);
  return (
    <>
      <span className={classes.id}>
        <Highlight
          className={classes.match}
          text={customId}
          words={words.map(({ text }) => text)}
        />
      </span>{' '}
      <span className={classes.name}>
        {match !== null && (
          <span className={classes.attribute}>
            {match.name}:{' '}
            <Highlight className={classes.match} text={match.value} words={[match.word]} />
            {name !== null && ' · '}
          </span>
        )}
        {name !== null && (
          <Highlight className={classes.match} text={name} words={words.map(wordOfName)} />
        )}
      </span>
    </>
  );
}

function wordOfName({ text, attribute }: SearchWord): string {
  return attribute?.name === 'name' ? attribute.value : text;
}

/** Widths of id and name, so that the rows are not all alike. */
const names = [
  [92, 86],
  [112, 74],
  [84, 96],
  [70, 0],
  [96, 64],
  [104, 110],
  [78, 90],
  [88, 0],
] as const;

/** A row before its user is there. */
export function UserSkeleton({ row }: { readonly row: number }) {
  const [id, name] = names[row % names.length] ?? names[0];
  return (
    <span>
      <span>
        <Skeleton width={id} />
      </span>{' '}
      <span className={classes.name}>{name > 0 && <Skeleton width={name} />}</span>
    </span>
  );
}
