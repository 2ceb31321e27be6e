import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import type { ProblemFault } from '#contract/problem.ts';
import { Refusal } from '../../design/NoteLine.tsx';
import { indentJson } from '../../preferences/json.ts';
import { useFormat } from '../../preferences/format.ts';
import classes from './edit.module.css';
import { type JsonPlace, lineAndColumn, type TextNote } from './attributesText.ts';

interface JsonEditorProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly marked: ReadonlySet<number>;
  readonly isInvalid: boolean;
  readonly describedBy: string;
  readonly ref: Ref<HTMLTextAreaElement>;
}

/** Tab indents. After Ctrl M it moves the focus. */
export function JsonEditor(props: JsonEditorProps) {
  const format = useFormat();
  const { text, onChange, marked, isInvalid, describedBy, ref } = props;
  const numbers = useRef<HTMLOListElement>(null);
  const [caret, setCaret] = useState({ line: 1, column: 1 });
  const [tabMovesFocus, setTabMovesFocus] = useState(false);
  const lines = text.split('\n').length;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'm' && event.ctrlKey) {
      event.preventDefault();
      setTabMovesFocus(!tabMovesFocus);
    } else if (event.key === 'Tab' && !tabMovesFocus && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      onChange(indented(event.currentTarget, event.shiftKey));
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onChange(withNewLine(event.currentTarget));
    }
  };
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text component="label" htmlFor="attributes" size="xs" fw={500}>
          JSON
        </Text>
        <Button variant="subtle" onClick={() => onChange(indentJson(text))}>
          Format
        </Button>
      </Group>
      <div className={classes.editor} data-invalid={isInvalid}>
        <div className={classes.gutter} aria-hidden>
          <ol ref={numbers}>
            {Array.from({ length: lines }, (_, index) => (
              <li key={index + 1} className={marked.has(index + 1) ? classes.marked : undefined}>
                {index + 1}
              </li>
            ))}
          </ol>
        </div>
        <textarea
          ref={ref}
          id="attributes"
          value={text}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={isInvalid}
          aria-describedby={`${describedBy} attributes-keys`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onSelect={({ currentTarget }) =>
            setCaret(lineAndColumn(text, currentTarget.selectionStart))
          }
          onScroll={({ currentTarget }) =>
            numbers.current?.style.setProperty('translate', `0 ${-currentTarget.scrollTop}px`)
          }
        />
      </div>
      <Group
        component="p"
        justify="space-between"
        mt={4}
        fz="var(--micro)"
        lh="var(--micro-line)"
        c="dimmed"
      >
        <span>
          Line {format.number(caret.line)}, column {format.number(caret.column)}
        </span>
        <span id="attributes-keys">
          {tabMovesFocus
            ? 'Tab moves focus. Ctrl+M: Tab indents'
            : 'Tab indents. Ctrl+M: Tab moves focus'}
        </span>
      </Group>
    </div>
  );
}

/** Replaces the selection as if typed, so that the browser can undo it. Returns the field's value. */
function typed(field: HTMLTextAreaElement, text: string): string {
  // The only way to type from a page: `setRangeText` would end the field's undo history.
  const isTyped =
    typeof document.execCommand === 'function' && document.execCommand('insertText', false, text);
  if (!isTyped) field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  return field.value;
}

/** Tab inserts two spaces. With several lines or Shift, it moves the lines. */
function indented(field: HTMLTextAreaElement, isBack: boolean): string {
  const { value, selectionStart, selectionEnd } = field;
  const isOverLines = value.slice(selectionStart, selectionEnd).includes('\n');
  if (!isBack && !isOverLines) return typed(field, '  ');
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const moved = value
    .slice(from, selectionEnd)
    .split('\n')
    .map((line) => (isBack ? line.replace(/^ {1,2}/, '') : `  ${line}`))
    .join('\n');
  field.setSelectionRange(from, selectionEnd);
  const next = typed(field, moved);
  field.setSelectionRange(from, from + moved.length);
  return next;
}

function withNewLine(field: HTMLTextAreaElement): string {
  const before = field.value.slice(0, field.selectionStart);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const spaces = /^ */.exec(line)?.[0] ?? '';
  return typed(field, `\n${spaces}${/[{[]\s*$/.test(line) ? '  ' : ''}`);
}

interface UserEditFaultsProps {
  readonly id: string;
  readonly faults: readonly TextNote[];
  readonly warnings: readonly TextNote[];
  readonly error: Error | null;
  readonly refused: readonly ProblemFault[];
  readonly places: readonly JsonPlace[];
  readonly onPlace: (at: number) => void;
}

export function UserEditFaults(props: UserEditFaultsProps) {
  const { id, faults, warnings, error, refused, places, onPlace } = props;
  const placeOf = (pointer: string) => places.find((place) => place.pointer === pointer)?.start;
  return (
    <Stack id={id} gap="xs" mt="xs">
      <Notes notes={faults} colour="var(--danger)" onPlace={onPlace} />
      <Notes notes={warnings} colour="var(--warn)" onPlace={onPlace} />
      {error !== null && (
        <Refusal lead="Not saved:" error={error}>
          <Notes
            notes={refused.map(({ pointer, detail }) => {
              return { pointer, detail, at: placeOf(pointer) };
            })}
            onPlace={onPlace}
          />
        </Refusal>
      )}
    </Stack>
  );
}

interface NotesProps {
  readonly notes: readonly (Omit<TextNote, 'at'> & { readonly at: number | undefined })[];
  readonly colour?: string;
  readonly onPlace: (at: number) => void;
}

function Notes({ notes, colour = 'inherit', onPlace }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <Text component="ul" size="xs" c={colour}>
      {notes.slice(0, 20).map(({ pointer, detail, at }) => (
        <li key={`${pointer} ${detail} ${at}`}>
          {pointer !== '' && <code>{pointer}</code>} {detail}{' '}
          {at !== undefined && (
            <Anchor component="button" type="button" underline="always" onClick={() => onPlace(at)}>
              Show
            </Anchor>
          )}
        </li>
      ))}
    </Text>
  );
}
