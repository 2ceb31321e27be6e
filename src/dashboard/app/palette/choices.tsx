import { useQuery } from '@tanstack/react-query';
import {
  IconBolt,
  IconChartLine,
  IconCoin,
  IconFile,
  IconPlus,
  IconSettings,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { fold } from '#contract/search.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { TokenWithChange } from '#contract/token.ts';
import { listedActions } from '../../design/actions.ts';
import { Change } from '../../portfolio/Change.tsx';
import { thematicQueries, tokenQueries } from '../../portfolio/thematicQueries.ts';
import { useMayCall } from '../../portfolio/session.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { settings } from '../../preferences/preferences.ts';
import { type Recent, readRecents } from '../../preferences/recents.ts';
import { forms } from '../../url/forms.ts';
import { pageLinks, navigationPages } from '../../url/pageLinks.ts';
import { urls } from '../../url/urls.ts';
import { ofUsers } from '../../portfolio/usersRead.ts';
import { useViewChoices } from './viewChoices.ts';
import { type MatchingUser, useMatchingUsers } from './matchingUsers.ts';
import classes from './Palette.module.css';

export interface PaletteChoice {
  readonly key: string;
  readonly icon: Icon;
  readonly label: string;
  readonly sub?: string | null;
  readonly end?: ReactNode;
  readonly shortcut?: string;
  readonly to?: string;
  readonly run?: () => void;
  readonly recent?: Recent;
  /** False if Enter must not choose it without a selection. */
  readonly isPreselected?: boolean;
}

interface ChoiceGroup {
  readonly title: string;
  /** Shown if there are more matches than listed. */
  readonly note?: string | null;
  readonly choices: readonly PaletteChoice[];
}

interface Search {
  readonly text: string;
  readonly scope: 'all' | 'users' | 'actions';
}

/** A leading `>` searches only actions, `@` only users. An id that starts with either needs one more before it. */
export function readSearch(typed: string): Search {
  const text = typed.trim();
  if (text.startsWith('>')) return { text: text.slice(1).trim(), scope: 'actions' };
  if (text.startsWith('@')) return { text: text.slice(1).trim(), scope: 'users' };
  return { text, scope: 'all' };
}

/** Limit per kind, so that every kind is visible. */
const maxOfKind = 5;

/** Without a text: recent choices, pages and actions. */
export function useChoices({ text, scope }: Search): {
  readonly groups: readonly ChoiceGroup[];
  readonly isBusy: boolean;
} {
  const format = useFormat();
  const navigate = useNavigate();
  const mayCall = useMayCall();
  const searchesUsers = scope !== 'actions' && text !== '';
  const searchesAll = scope === 'all' && text !== '';
  const users = useMatchingUsers(searchesUsers ? text : '', maxOfKind);
  const thematics = useQuery(thematicQueries.names()).data ?? [];
  const tokens = useQuery({ ...tokenQueries.all(), enabled: searchesAll }).data ?? [];
  const views = useViewChoices((...texts) => isMatch(text, ...texts), scope === 'all');
  const create: PaletteChoice[] =
    searchesUsers && users.isId === false && mayCall(forms.createUser)
      ? [
          {
            key: 'create this user',
            icon: IconPlus,
            label: `${forms.createUser.label} “${text}”`,
            sub: 'Users cannot be deleted',
            run: () => void navigate(forms.createUser.address(text)),
            isPreselected: false,
          },
        ]
      : [];
  const groups: ChoiceGroup[] = [
    { title: 'Recent', choices: text === '' && scope !== 'actions' ? recentChoices() : [] },
    {
      title: 'Users',
      note: noteOf(format, users),
      choices: users.users.map((user) => userChoice(format, user)),
    },
    {
      title: 'Thematics',
      choices: searchesAll
        ? thematics
            .filter(({ _id, name }) => isMatch(text, name, _id))
            .slice(0, maxOfKind)
            .map((thematic) => thematicChoice(format, thematic))
        : [],
    },
    { title: 'Tokens', choices: searchesAll ? tokenChoices(format, tokens, text) : [] },
    { title: 'Views', choices: views.slice(0, maxOfKind) },
    { title: 'Pages', choices: scope === 'all' ? pageChoices(text, mayCall) : [] },
    { title: pageLinks.preferences.label, choices: searchesAll ? settingChoices(text) : [] },
    // Creates exactly this id, so the general form is not offered as well.
    {
      title: 'Actions',
      choices: scope === 'users' ? create : [...actionChoices(text), ...create],
    },
  ];
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    isBusy: users.isBusy,
  };
}

/** Every word must be in one of the texts; an empty text matches all. */
function isMatch(text: string, ...within: readonly string[]): boolean {
  const folded = fold(within.join(' '));
  return fold(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function noteOf(
  format: Format,
  { count, of, incomplete, users }: ReturnType<typeof useMatchingUsers>,
): string | null {
  if (count === null || of === null) return null;
  if (incomplete === undefined && count <= users.length) return null;
  return `${format.number(count)} ${ofUsers(format, { count, of, incomplete })}`;
}

function figures(figure: string, change: ReactNode): ReactNode {
  return (
    <>
      <span className={classes.figure}>{figure}</span>
      <span className={classes.day}>{change}</span>
    </>
  );
}

function userChoice(
  format: Format,
  { customId, name, total, return: grown, found }: MatchingUser,
): PaletteChoice {
  const to = urls.user(customId);
  return {
    key: to,
    icon: IconUsers,
    label: customId,
    sub: [name, found && `${found.name}: ${format.attribute(found.value)}`]
      .filter(Boolean)
      .join(', '),
    to,
    recent: { to, label: customId, kind: 'user' },
    end: total !== undefined && figures(format.totalShort(total), <Change value={grown} />),
  };
}

function thematicChoice(format: Format, { _id, name, total, tokens }: Thematic): PaletteChoice {
  const to = urls.thematic(_id);
  return {
    key: to,
    icon: IconChartLine,
    label: name,
    sub: tokens === null ? '' : format.count(tokens.length, 'token'),
    to,
    recent: { to, label: name, kind: 'thematic' },
    // A change would need the level's history, so its column stays empty.
    end: figures(format.level(total), null),
  };
}

/** By symbol, name or id, closest first. Each leads to the thematics that hold it. */
function tokenChoices(
  format: Format,
  tokens: readonly TokenWithChange[],
  text: string,
): PaletteChoice[] {
  const wanted = fold(text);
  const rank = ({ symbol, name }: TokenWithChange) =>
    [symbol, name].some((one) => fold(one) === wanted)
      ? 0
      : fold(symbol).startsWith(wanted)
        ? 1
        : 2;
  return tokens
    .filter(({ _id, symbol, name }) => isMatch(text, symbol, name, _id))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxOfKind)
    .map(({ _id, symbol, name, price, change }) => ({
      key: `token ${_id}`,
      icon: IconCoin,
      label: symbol,
      sub: name,
      to: urls.token(_id),
      end: figures(
        format.price(price),
        <Change value={change.day} format={format.market.percentChange} />,
      ),
    }));
}

function pageChoices(text: string, mayCall: ReturnType<typeof useMayCall>): PaletteChoice[] {
  return navigationPages
    .flatMap((page) => [page, ...page.pages])
    .filter(({ role }) => role === undefined || mayCall({ role }))
    .filter(({ label, also }) => isMatch(text, label, also))
    .map(({ label, to }) => ({ key: to, icon: IconFile, label, to, end: to }));
}

function settingChoices(text: string): PaletteChoice[] {
  return Object.values(settings)
    .filter(({ label, also }) => isMatch(text, label, also, 'settings'))
    .map(({ label }) => ({
      key: `setting ${label}`,
      icon: IconSettings,
      label,
      sub: pageLinks.preferences.label,
      to: pageLinks.preferences.to,
    }));
}

const recentIcons: Readonly<Record<Recent['kind'], Icon>> = {
  user: IconUsers,
  thematic: IconChartLine,
};

function recentChoices(): PaletteChoice[] {
  return readRecents().map((recent) => ({
    key: `recent ${recent.to}`,
    icon: recentIcons[recent.kind],
    label: recent.label,
    to: recent.to,
    recent,
  }));
}

function actionChoices(text: string): PaletteChoice[] {
  return listedActions()
    .filter(({ name, also = '' }) => isMatch(text, name, also))
    .map(({ name, icon = IconBolt, shortcut, run }) => ({
      key: `action ${name}`,
      icon,
      label: name,
      run,
      ...(shortcut === undefined ? {} : { shortcut }),
    }));
}
