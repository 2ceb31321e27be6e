import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { homeRoles, type HomeKind, type SavedView } from '#contract/savedViews.ts';
import { roleTexts } from '#contract/roleTexts.ts';
import { notify } from '../../design/notify.ts';
import { useFloating } from '../../design/useFloating.ts';
import { runMutation } from '../../portfolio/mutations.ts';
import { useMay } from '../../portfolio/session.ts';
import { contentOf, removeView, writeView } from '../../portfolio/viewQueries.ts';

interface ViewActionsProps {
  readonly view: SavedView;
  readonly onRename: () => void;
}

export const peopleOf = (role: (typeof homeRoles)[number]): string =>
  `all ${roleTexts[role].label.toLowerCase()}s`;

/** Returns whether the caller may rename, share and remove a view. */
export function useMayChangeViews(): (view: SavedView) => boolean {
  const isAdmin = useMay({ role: 'admin' });
  return ({ own, shared }) => isAdmin || (own && !shared);
}

export function ViewActions({ view, onRename }: ViewActionsProps) {
  const client = useQueryClient();
  const isAdmin = useMay({ role: 'admin' });
  const mayChange = useMayChangeViews()(view);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { mantine, still } = useFloating(button, setOpen);
  const { name, shared } = view;
  const content = contentOf(view);
  const change = (changes: Partial<typeof content>) =>
    void runMutation(client, writeView('The view could not be changed'), {
      id: view.id,
      content: { ...content, ...changes },
      etag: view.etag,
    });
  const toggleHome = (kind: HomeKind) => {
    const home = content.home ?? [];
    const isHome = home.includes(kind);
    change({ home: isHome ? home.filter((one) => one !== kind) : [...home, kind] });
  };
  const restore = () =>
    void runMutation(client, writeView('The view could not be restored'), {
      id: view.id,
      content,
      etag: null,
    });
  const remove = () =>
    void runMutation(
      client,
      { ...removeView, onSuccess: () => notify('View removed', restore) },
      view,
    );
  const label = `Actions for ${name}`;
  const buttonProps = {
    ref: button,
    size: 'sm',
    'aria-label': label,
    title: 'Actions',
    children: <IconDots size={16} stroke={1.75} aria-hidden />,
  };
  if (mantine === null) return <ActionIcon {...buttonProps} {...still} aria-haspopup="menu" />;
  const { Menu } = mantine;
  const mayOpenMine = view.own || shared;
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={290} returnFocus>
      <Menu.Target>
        <ActionIcon {...buttonProps} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {mayOpenMine && (
          <Menu.Item onClick={() => toggleHome('me')}>
            {view.home.includes('me') ? 'Stop using as my home page' : 'Make this my home page'}
          </Menu.Item>
        )}
        {isAdmin &&
          shared &&
          homeRoles.toReversed().map((role) => (
            <Menu.Item key={role} onClick={() => toggleHome(role)}>
              {view.home.includes(role) ? 'Stop using as home page' : 'Make this the home page'} of{' '}
              {peopleOf(role)}
            </Menu.Item>
          ))}
        {isAdmin && (
          <Menu.Item
            onClick={() =>
              change(shared ? { shared: false, home: ownHome(view) } : { shared: true })
            }
          >
            {shared ? 'Stop sharing' : 'Share with everyone'}
          </Menu.Item>
        )}
        {mayChange && <Menu.Item onClick={onRename}>Rename</Menu.Item>}
        {mayChange && <Menu.Item onClick={remove}>Remove</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The home pages of a view that only its owner sees. */
const ownHome = ({ own, home }: SavedView): HomeKind[] =>
  own && home.includes('me') ? ['me'] : [];
