import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { LatePopover } from '../../design/LatePopover.tsx';
import { sessionQuery } from '../../portfolio/session.ts';
import classes from './Bar.module.css';

const PersonMenu = lazyComponent(async () => (await import('./PersonMenu.tsx')).PersonMenu);

const open = 'local, no sign-in';

export function Person() {
  const { data } = useQuery(sessionQuery);
  const [isOpen, setOpen] = useState(false);
  // Nothing to show if the service does not report the user.
  if (data === undefined || data.role === null) return null;
  const { role } = data;
  const name = data.open ? open : (data.name ?? role);
  const label = data.open ? `Access: ${open}` : `Signed in as ${name}, ${role}`;
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      width={280}
      trapFocus
      withinPortal={false}
      dropdown={{ 'aria-label': 'Signed-in user' }}
      button={
        <button type="button" className={classes.privacy} aria-label={label} title={label}>
          <IconUser size={16} stroke={1.75} aria-hidden />
          <span className={clsx(classes.label, classes.person)}>{name}</span>
        </button>
      }
    >
      <PersonMenu session={data} onLeave={() => setOpen(false)} />
    </LatePopover>
  );
}
