import type { QualityRow } from '#contract/quality.ts';
import type { Column } from '../design/columns.ts';
import { CategoryKey } from '../portfolio/CategoryKey.tsx';
import { flawedFigureNames, flawText } from '../portfolio/flawTexts.ts';
import type { Thematics } from '../portfolio/useThematics.ts';
import type { Format } from '../preferences/format.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { filterNames } from '../url/params.ts';
import { urls } from '../url/urls.ts';
import classes from './quality.module.css';

const kindNames: Record<QualityRow['kind'], string> = {
  token: 'Token',
  thematic: 'Thematic',
  user: 'User',
};

const pageOf: Record<QualityRow['kind'], (id: string) => string> = {
  token: urls.token,
  thematic: urls.thematic,
  user: urls.user,
};

/** The users that depend on a row; a user depends on themselves. */
function usersOf({ kind, id, users }: QualityRow): string | null {
  if (kind === 'user') return urls.user(id);
  if (users === 0) return null;
  const name = kind === 'token' ? filterNames.tokens : filterNames.thematics;
  return `${pageLinks.users.to}?${new URLSearchParams({ [name]: id, sort: '-held' }).toString()}`;
}

const namesOf = ({ figures }: QualityRow): string => {
  const names: Readonly<Record<string, string>> = flawedFigureNames;
  return figures.map((figure) => names[figure] ?? figure).join(', ');
};

export function qualityColumns(
  format: Format,
  { nameOf, categories }: Pick<Thematics, 'nameOf' | 'categories'>,
): readonly Column<QualityRow>[] {
  const flawsOf = ({ kind, flaws }: QualityRow) =>
    flaws.map((flaw) => {
      const parts = kind === 'user' ? flaw.parts.map(nameOf) : flaw.parts;
      return [flawText(flaw, format), parts.length > 0 && `(${parts.join(', ')})`]
        .filter(Boolean)
        .join(' ');
    });
  return [
    {
      id: 'series',
      header: 'Series',
      href: ({ kind, id }) => pageOf[kind](id),
      title: ({ id, name }) => (name === null ? id : `${name} (${id})`),
      cell: ({ kind, id, name }) => (
        <>
          {kind === 'thematic' && <CategoryKey category={categories.get(id)} />}
          <bdi className={classes.name}>{kind === 'thematic' ? (name ?? nameOf(id)) : id}</bdi>{' '}
          <span className={classes.quiet}>
            {kindNames[kind].toLowerCase()}
            {kind !== 'thematic' && name !== null && name !== id && <bdi> {name}</bdi>}
          </span>
        </>
      ),
      skeleton: 140,
      narrow: 'head',
      width: 320,
    },
    {
      id: 'flaws',
      header: 'Flaws, worst first',
      title: (row) => flawsOf(row).join('; '),
      cell: (row) => flawsOf(row).join('; '),
      skeleton: 240,
      narrow: 'left',
    },
    {
      id: 'users',
      header: 'Users',
      kind: 'figure',
      cell: (row) => {
        const to = usersOf(row);
        const count = format.number(row.users);
        return to === null ? (
          count
        ) : (
          <a href={to} className={classes.users} aria-label={format.count(row.users, 'user')}>
            {count}
          </a>
        );
      },
      skeleton: 28,
      width: 88,
      narrow: 'value',
    },
    {
      id: 'figures',
      header: 'Figures that depend on it',
      isSoft: true,
      cell: namesOf,
      title: namesOf,
      skeleton: 200,
      width: 320,
      from: 960,
    },
  ];
}
