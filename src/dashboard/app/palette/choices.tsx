import { useQuery } from '@tanstack/react-query';
import { IconChartLine, IconPlus, IconUsers } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import type { Thematic } from '#contract/thematic.ts';
import { thematicsQuery } from '../../shared/api/thematics.ts';
import { formatCount, formatLevel, formatTotalShort } from '../../shared/format/number.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { urls } from '../../shared/urls.ts';
import { type Asked, type Choice, type ChoiceGroup, isFound } from './choice.ts';
import { type FoundUser, useFoundUsers } from './foundUsers.ts';
import classes from './Palette.module.css';
import { actionChoices, pageChoices, recentChoices } from './places.ts';

const createUser = 'Create user';

/** At most so many of a kind, so that every kind stays in sight. */
const most = 5;

/** Everything that what is typed leads to; without a text what was chosen lately, the pages and what can be done here. */
export function useChoices({ text, scope }: Asked): {
  readonly groups: readonly ChoiceGroup[];
  readonly isBusy: boolean;
} {
  const navigate = useNavigate();
  const searchesUsers = scope !== 'actions' && text !== '';
  const found = useFoundUsers(searchesUsers ? text : '');
  const thematics = useQuery(thematicsQuery).data ?? [];
  const create: Choice[] =
    searchesUsers && found.isId === false
      ? [
          {
            key: 'create this user',
            icon: IconPlus,
            label: `${createUser} “${text}”`,
            run: () => void navigate(`${urls.users()}?create=${encodeURIComponent(text)}`),
          },
        ]
      : [];
  // The user who is not there yet by that name, not also any user.
  const isNamed = create.length > 0;
  const actions = (scope === 'users' ? [] : actionChoices(text)).filter(
    ({ label }) => !isNamed || label !== createUser,
  );
  const groups: ChoiceGroup[] = [
    { title: 'Recent', choices: text === '' && scope !== 'actions' ? recentChoices() : [] },
    { title: 'Users', note: noteOf(found), choices: found.users.map(userChoice) },
    {
      title: 'Thematics',
      choices:
        text !== '' && scope === 'all'
          ? thematics
              .filter(({ _id, name }) => isFound(text, name, _id))
              .slice(0, most)
              .map(thematicChoice)
          : [],
    },
    { title: 'Pages', choices: scope === 'all' ? pageChoices(text) : [] },
    { title: 'Actions', choices: [...create, ...actions] },
  ];
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    isBusy: found.isBusy,
  };
}

function noteOf({ count, of, users }: ReturnType<typeof useFoundUsers>): string | null {
  if (count === null || of === null || count <= users.length) return null;
  return `${formatCount(count)} of ${formatCount(of)}`;
}

function userChoice({ customId, name, total, return: grown, found }: FoundUser): Choice {
  const to = urls.user(customId);
  return {
    key: to,
    icon: IconUsers,
    label: customId,
    sub: [name, found && `${found.name}: ${found.value}`].filter(Boolean).join(', '),
    to,
    recent: { to, label: customId, kind: 'user' },
    end: total !== undefined && (
      <>
        <span className={classes.figure}>{formatTotalShort(total)}</span>
        <span className={classes.day}>
          <Change value={grown} />
        </span>
      </>
    ),
  };
}

function thematicChoice({ _id, name, total, tokens }: Thematic): Choice {
  const to = urls.thematic(_id);
  return {
    key: to,
    icon: IconChartLine,
    label: name,
    sub: `${formatCount(tokens.length)} ${tokens.length === 1 ? 'token' : 'tokens'}`,
    to,
    recent: { to, label: name, kind: 'thematic' },
    end: (
      <>
        <span className={classes.figure}>{formatLevel(total)}</span>
        {/* Its change would need its history; the column of changes stays. */}
        <span className={classes.day} />
      </>
    ),
  };
}
