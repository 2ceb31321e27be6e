import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { thematicsQuery } from '../../shared/api/thematics.ts';
import { formatCount, formatTotalShort } from '../../shared/format/number.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { urls } from '../../shared/urls.ts';
import type { Asked, Choice, ChoiceGroup } from './choice.ts';
import { type FoundUser, useFoundUsers } from './foundUsers.ts';
import classes from './Palette.module.css';
import { actionChoices, pageChoices, recentChoices, thematicChoices } from './places.ts';

/** Everything that what is typed leads to; without a text what was chosen lately, the pages and what can be done here. */
export function useChoices({ text, scope }: Asked): {
  readonly groups: readonly ChoiceGroup[];
  readonly isBusy: boolean;
} {
  const navigate = useNavigate();
  const searchesUsers = scope !== 'actions' && text !== '';
  const found = useFoundUsers(searchesUsers ? text : '');
  const thematics = useQuery(thematicsQuery).data ?? [];
  const actions = scope === 'users' ? [] : actionChoices(text);
  const create: Choice[] =
    searchesUsers && found.isId === false
      ? [
          {
            key: 'create this user',
            icon: IconPlus,
            label: `Create user “${text}”`,
            run: () => void navigate(`${urls.users()}?create=${encodeURIComponent(text)}`),
          },
        ]
      : [];
  const groups: ChoiceGroup[] = [
    { title: 'Recent', choices: text === '' && scope !== 'actions' ? recentChoices() : [] },
    { title: 'Users', note: noteOf(found), choices: found.users.map(userChoice) },
    {
      title: 'Thematics',
      choices: text !== '' && scope === 'all' ? thematicChoices(text, thematics) : [],
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

function userChoice({ customId, name, total, dayChangeRatio, found }: FoundUser): Choice {
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
          <Change value={dayChangeRatio} />
        </span>
      </>
    ),
  };
}
