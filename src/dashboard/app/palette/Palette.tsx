import { Combobox, Kbd, Modal, useCombobox } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCommand,
  IconCornerDownLeft,
  type Icon,
  IconSearch,
} from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchWords } from '#contract/search.ts';
import { modalProps, useInertPage } from '../../design/Dialog.tsx';
import { Highlight } from '../../design/Highlight.tsx';
import { addRecent } from '../../preferences/recents.ts';
import { isApple } from '../isApple.ts';
import { type Choice, readSearch, useChoices } from './choices.tsx';
import classes from './Palette.module.css';

interface PaletteProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

/** Users, thematics, tokens, pages, settings and actions by what is typed, all by keyboard. */
export function Palette({ typed, onType, onClose }: PaletteProps) {
  const id = useId();
  const navigate = useNavigate();
  const store = useCombobox({ opened: true });
  const [moved, setMoved] = useState<{ readonly typed: string; readonly index: number } | null>(
    null,
  );
  const search = readSearch(typed);
  const { groups, isBusy } = useChoices(search);
  const choices = groups.flatMap((group) => group.choices);
  const first = choices.findIndex(({ isPreselected = true }) => isPreselected);
  const active = moved?.typed === typed ? Math.min(moved.index, choices.length - 1) : first;
  const activeKey = choices[active]?.key;
  const move = (index: number) => setMoved({ typed, index });
  useInertPage();
  useEffect(() => {
    if (activeKey !== undefined)
      document.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active, activeKey]);

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
  const enter = useEnter(isBusy, (isNewTab) => {
    const choice = choices[active];
    if (choice !== undefined) choose(choice, isNewTab);
  });
  const onKey = (event: KeyboardEvent) => {
    // Enter that ends a composition of characters chooses nothing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey);
    const next = nextIndex(event.key, active, choices.length, typed === '');
    if (next !== null) move(next);
    if (next !== null || event.key === 'Enter') event.preventDefault();
  };
  const words = searchWords(search.text).flatMap((word) => [
    word.text,
    word.attribute?.value ?? '',
  ]);
  return (
    <Modal.Root
      {...modalProps}
      size={640}
      yOffset={0}
      onClose={onClose}
      className={classes.palette}
      classNames={{
        ...modalProps.classNames,
        content: clsx(modalProps.classNames.content, classes.content),
      }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search or jump to">
        <div className={classes.field}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <input
            role="combobox"
            data-autofocus
            aria-label="Search or jump to"
            aria-expanded={choices.length > 0}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={activeKey === undefined ? undefined : `${id}-${active}`}
            placeholder="Search or jump to"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKey}
          />
          <span className={classes.kinds}>users, thematics, tokens, pages, actions</span>
          <button
            type="button"
            className={classes.escape}
            onClick={onClose}
            aria-label="Close, esc"
          >
            <Kbd>esc</Kbd>
          </button>
        </div>
        <Combobox store={store}>
          <Combobox.Options id={id} aria-label="Results" className={classes.list}>
            {groups.map((group) => (
              <Combobox.Group
                key={group.title}
                aria-label={group.title}
                label={group.note == null ? group.title : `${group.title} ${group.note}`}
                classNames={{ groupLabel: classes.groupLabel }}
              >
                {group.choices.map((choice) => {
                  const own = choices.indexOf(choice);
                  return (
                    <Combobox.Option
                      key={choice.key}
                      id={`${id}-${own}`}
                      value={choice.key}
                      aria-selected={own === active}
                      className={clsx(classes.line, own === active && classes.active)}
                      onPointerMove={() => {
                        if (own !== active) move(own);
                      }}
                      onClick={(event) => choose(choice, event.ctrlKey || event.metaKey)}
                    >
                      <Line {...{ choice, words }} isActive={own === active} />
                    </Combobox.Option>
                  );
                })}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
        {first === -1 && (
          <p className={classes.none} role="status">
            {isBusy ? 'Searching…' : `Nothing found for “${search.text}”`}
          </p>
        )}
        <Foot />
      </Modal.Content>
    </Modal.Root>
  );
}

interface LineProps {
  readonly choice: Choice;
  readonly words: readonly string[];
  readonly isActive: boolean;
}

function Line({ choice, words, isActive }: LineProps) {
  const { icon: Icon, label, sub, end, shortcut } = choice;
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.label}>
        <Highlight text={label} words={words} />
      </span>
      <span className={classes.sub}>
        <Highlight text={sub ?? ''} words={words} />
      </span>
      {typeof end === 'string' ? <span className={classes.path}>{end}</span> : end}
      <span className={classes.slot} aria-hidden>
        {shortcut !== undefined ? (
          <Kbd>{shortcut}</Kbd>
        ) : (
          isActive && (
            <Kbd>
              <IconCornerDownLeft size={12} stroke={1.75} />
            </Kbd>
          )
        )}
      </span>
    </>
  );
}

/** What keys do here; not at 360 px, where there are none. */
function Foot() {
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
        <Kbd key={index}>{Icon === 'Ctrl' ? Icon : <Icon size={12} stroke={1.75} />}</Kbd>
      ))}
      {does}
    </span>
  );
}

/** Enter while the users of a newer text are on their way waits for them: it would open one of the text before. */
function useEnter(isBusy: boolean, enter: (isNewTab: boolean) => void) {
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

/** Where a key leads, null: nowhere. Home and End belong to the text as long as there is one; the arrows go round. */
function nextIndex(key: string, from: number, count: number, isEmpty: boolean): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowUp':
      return from < 0 ? count - 1 : (from - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, from + 5);
    case 'PageUp':
      return Math.max(0, from - 5);
    case 'Home':
      return isEmpty ? 0 : null;
    case 'End':
      return isEmpty ? count - 1 : null;
    default:
      return null;
  }
}
