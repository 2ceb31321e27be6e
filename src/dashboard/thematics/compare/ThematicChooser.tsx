import { useState } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { mostCompared } from '../../history/compared.ts';
import { formatCount, formatMarketChange } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Change } from '../../shared/ui/Change.tsx';
import checkbox from '../../shared/ui/Checkbox.module.css';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import type { Chosen } from '../chosen.ts';
import { findThematics } from '../list/arrangeThematics.ts';
import classes from './ThematicChooser.module.css';

interface ThematicChooserProps {
  readonly thematics: readonly Thematic[];
  readonly chosen: Chosen;
  readonly onClose: () => void;
}

/** All thematics with a box each; what is ticked is compared at once. */
export function ThematicChooser({ thematics, chosen, onClose }: ThematicChooserProps) {
  const [text, setText] = useState('');
  const found = findThematics(thematics, text);
  return (
    <Dialog title="Thematics to compare" onClose={onClose}>
      <div className={classes.search}>
        <SearchField
          label="Search thematics"
          placeholder="Name, id or token"
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (first !== undefined) chosen.toggle(first._id);
          }}
        />
      </div>
      <ul className={classes.list}>
        {found.map(({ _id, name, change }) => (
          <li key={_id}>
            <label>
              <input
                type="checkbox"
                className={checkbox.box}
                checked={chosen.has(_id)}
                onChange={() => chosen.toggle(_id)}
              />
              <bdi>{name}</bdi>
              <Change value={change.month} format={formatMarketChange} />
            </label>
          </li>
        ))}
        {found.length === 0 && <li className={classes.none}>No thematic matches.</li>}
      </ul>
      <div className={classes.foot}>
        <output>
          {chosen.isRefused
            ? `${formatCount(mostCompared)} at most: take one out first`
            : `${formatCount(chosen.ids.length)} chosen; changes of the past month`}
        </output>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
