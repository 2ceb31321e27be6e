import { Combobox, Group, Kbd, Modal, Text, useCombobox } from '@mantine/core';
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
import { isApple, paletteKey } from '../paletteKey.ts';
import { type PaletteChoice, readSearch, useChoices } from './choices.tsx';
import classes from './Palette.module.css';

interface PaletteProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

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

  const choose = ({ to, run, recent }: PaletteChoice, isNewTab: boolean) => {
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
    // Enter that ends an IME composition chooses nothing.
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
      <Modal.Content aria-label={paletteKey.label}>
        <Group className={classes.field} gap="sm" wrap="nowrap" h={52} px="md" c="dimmed">
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <input
            role="combobox"
            data-autofocus
            aria-label={paletteKey.label}
            aria-expanded={choices.length > 0}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={activeKey === undefined ? undefined : `${id}-${active}`}
            placeholder={paletteKey.label}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKey}
          />
          <Text span size="xs" flex="none" visibleFrom="sm">
            users, thematics, tokens, pages, actions
          </Text>
          <button
            type="button"
            className={classes.escape}
            onClick={onClose}
            aria-label="Close, esc"
          >
            <Kbd>esc</Kbd>
          </button>
        </Group>
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
          <Text role="status" p="md" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {isBusy ? 'Searching…' : `No results for “${search.text}”`}
          </Text>
        )}
        <Foot />
      </Modal.Content>
    </Modal.Root>
  );
}

interface LineProps {
  readonly choice: PaletteChoice;
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
      {typeof end === 'string' ? (
        <Text span flex="none" size="xs" c="dimmed" visibleFrom="sm">
          {end}
        </Text>
      ) : (
        end
      )}
      <Group component="span" flex="none" justify="flex-end" w={26} visibleFrom="sm" aria-hidden>
        {shortcut !== undefined ? (
          <Kbd>{shortcut}</Kbd>
        ) : (
          isActive && (
            <Kbd>
              <IconCornerDownLeft size={12} stroke={1.75} />
            </Kbd>
          )
        )}
      </Group>
    </>
  );
}

/** Hidden at 360 px, where there is no keyboard. */
function Foot() {
  return (
    <Group
      component="footer"
      className={classes.foot}
      gap="md"
      wrap="nowrap"
      flex="none"
      h="var(--row)"
      px="md"
      c="dimmed"
      fz="xs"
      visibleFrom="sm"
      aria-hidden
    >
      <Hint icons={[IconArrowUp, IconArrowDown]} does="move" />
      <Hint icons={[IconCornerDownLeft]} does="open" />
      <Hint icons={[isApple() ? IconCommand : 'Ctrl', IconCornerDownLeft]} does="new tab" />
      <Text span inherit ml="auto">
        <b>&gt;</b> actions only
      </Text>
      <span>
        <b>@</b> users only
      </span>
    </Group>
  );
}

interface HintProps {
  readonly icons: readonly (Icon | 'Ctrl')[];
  readonly does: string;
}

function Hint({ icons, does }: HintProps) {
  return (
    <Group component="span" gap={5} wrap="nowrap">
      {icons.map((Icon, index) => (
        <Kbd key={index}>{Icon === 'Ctrl' ? Icon : <Icon size={12} stroke={1.75} />}</Kbd>
      ))}
      {does}
    </Group>
  );
}

/** Enter waits for the results of the latest text. Otherwise it would open a result of the previous text. */
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

/** null: nowhere. Home and End move the caret if there is text; the arrows wrap around. */
function nextIndex(key: string, from: number, count: number, isEmpty: boolean): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const next: Partial<Record<string, number>> = {
    ArrowDown: (from + 1) % count,
    ArrowUp: from <= 0 ? last : from - 1,
    PageDown: Math.min(last, from + 5),
    PageUp: Math.max(0, from - 5),
    ...(isEmpty && { Home: 0, End: last }),
  };
  return next[key] ?? null;
}
