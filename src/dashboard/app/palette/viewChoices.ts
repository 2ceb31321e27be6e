import { useQuery } from '@tanstack/react-query';
import { IconBookmark, IconHome } from '@tabler/icons-react';
import type { SavedView } from '#contract/savedViews.ts';
import { viewQueries } from '../../portfolio/viewQueries.ts';
import { pageText } from '../views/viewPage.ts';

/** Returns the saved views, the person's own ones first. */
export function useViewChoices(
  isWanted: (...texts: readonly string[]) => boolean,
  isShown: boolean,
) {
  const { data = [] } = useQuery({ ...viewQueries.visible(), enabled: isShown });
  if (!isShown) return [];
  return data
    .filter(({ name, address }) => isWanted(name, pageText(address), 'views'))
    .toSorted((a, b) => Number(b.own) - Number(a.own))
    .map((view) => choiceOf(view));
}

function choiceOf({ id, name, address, own, ownerName, home }: SavedView) {
  return {
    key: `view ${id}`,
    icon: home.includes('me') ? IconHome : IconBookmark,
    label: name,
    sub: [pageText(address), own ? '' : `shared by ${ownerName}`].filter(Boolean).join(' · '),
    to: address,
  };
}
