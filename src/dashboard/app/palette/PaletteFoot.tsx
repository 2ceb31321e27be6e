import {
  IconArrowDown,
  IconArrowUp,
  IconCommand,
  IconCornerDownLeft,
  type Icon,
} from '@tabler/icons-react';
import { isApple } from '../isApple.ts';
import classes from './Palette.module.css';

/** What keys do here; where there is none, at 360 px, it is not shown. */
export function PaletteFoot() {
  return (
    <footer className={classes.foot} aria-hidden>
      <Hint icons={[IconArrowUp, IconArrowDown]} does="move" />
      <Hint icons={[IconCornerDownLeft]} does="open" />
      <Hint icons={[isApple() ? IconCommand : 'Ctrl', IconCornerDownLeft]} does="new tab" />
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

interface HintProps {
  /** Keys, one after the other: an icon, or a word. */
  readonly icons: readonly (Icon | 'Ctrl')[];
  readonly does: string;
}

function Hint({ icons, does }: HintProps) {
  return (
    <span className={classes.hint}>
      {icons.map((Icon, index) => (
        <kbd key={index}>{Icon === 'Ctrl' ? Icon : <Icon size={12} stroke={1.75} />}</kbd>
      ))}
      {does}
    </span>
  );
}
