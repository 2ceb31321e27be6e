import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addRecent } from '../../shared/recents.ts';
import { Modal } from '../../shared/ui/Modal.tsx';
import { type Choice, readAsked } from './choice.ts';
import { useChoices } from './choices.tsx';
import { PaletteFoot } from './PaletteFoot.tsx';
import { PaletteList } from './PaletteList.tsx';
import { placeOfKey } from './placeOfKey.ts';
import classes from './Palette.module.css';

/** Users, thematics, pages and actions by what is typed, all by keyboard. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const asked = readAsked(typed);
  const { groups, isBusy } = useChoices(asked);
  const choices = groups.flatMap((group) => group.choices);
  const place = Math.min(active, choices.length - 1);

  const choose = ({ to, run, recent }: Choice, isNewTab: boolean) => {
    if (recent !== undefined) addRecent(recent);
    if (to !== undefined && isNewTab) {
      window.open(to, '_blank', 'noopener');
      return;
    }
    onClose();
    if (to !== undefined) void navigate(to);
    run?.();
  };
  const entered = useEntered(isBusy, (isNewTab) => {
    const choice = choices[place];
    if (choice !== undefined) choose(choice, isNewTab);
  });
  const onKey = (event: KeyboardEvent) => {
    // Enter that ends a composition of characters chooses nothing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') entered(event.ctrlKey || event.metaKey);
    const next = placeOfKey(event.key, place, choices.length, typed === '');
    if (next !== null) setActive(next);
    if (next !== null || event.key === 'Enter') event.preventDefault();
  };
  return (
    <Modal
      aria-label="Search or jump to"
      className={classes.palette}
      onLeave={onClose}
      onClose={onClose}
    >
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={choices.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={place < 0 ? undefined : `${id}-${place}`}
          placeholder="Search or jump to"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKey}
        />
        <span className={classes.kinds}>users, thematics, pages, actions</span>
        <button type="button" className={classes.escape} onClick={onClose} aria-label="Close, esc">
          <kbd>esc</kbd>
        </button>
      </div>
      <PaletteList
        {...{ id, groups }}
        active={place}
        wanted={asked.text}
        onActive={setActive}
        onChoose={choose}
      />
      {choices.length === 0 && (
        <p className={classes.none}>
          {isBusy ? 'Searching…' : `Nothing is called “${asked.text}”.`}
        </p>
      )}
      <PaletteFoot />
    </Modal>
  );
}

/** Enter while the users of a newer text are on their way waits for them: it would open one of the text before. */
function useEntered(isBusy: boolean, enter: (isNewTab: boolean) => void) {
  const waiting = useRef<{ readonly isNewTab: boolean } | null>(null);
  const latest = useRef(enter);
  useEffect(() => {
    latest.current = enter;
  });
  useEffect(() => {
    const waited = waiting.current;
    if (isBusy || waited === null) return;
    waiting.current = null;
    latest.current(waited.isNewTab);
  }, [isBusy]);
  return (isNewTab: boolean) => {
    if (isBusy) waiting.current = { isNewTab };
    else enter(isNewTab);
  };
}
