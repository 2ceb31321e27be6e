import {
  IconArrowDown,
  IconArrowUp,
  IconCommand,
  IconCornerDownLeft,
  type Icon,
} from '@tabler/icons-react';
import classes from './Palette.module.css';

/** What keys do here; where there is none, at 360 px, it is not shown. */
export function PaletteFoot() {
  return (
    <footer className={classes.foot} aria-hidden>
      <Hint icons={[IconArrowUp, IconArrowDown]} does="move" />
      <Hint icons={[IconCornerDownLeft]} does="open" />
      <Hint icons={[IconCommand, IconCornerDownLeft]} does="new tab" />
      <span className={classes.grow} />
      <span>
        <b>&gt;</b> actions only
      </span>
      <span>
        <b>@</b> users only
      </span>
    </footer>
  );
}

function Hint({ icons, does }: { readonly icons: readonly Icon[]; readonly does: string }) {
  return (
    <span className={classes.hint}>
      {icons.map((Icon, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- icons have no other identity
        <kbd key={index}>
          <Icon size={12} stroke={1.75} />
        </kbd>
      ))}
      {does}
    </span>
  );
}
