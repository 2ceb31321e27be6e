import { Input } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFloating } from './useFloating.ts';

interface ChipSelectProps<T extends string> {
  readonly label: string;
  readonly choices: readonly {
    readonly value: T;
    readonly label: string;
    readonly disabled?: boolean;
  }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
  readonly width?: string;
}

export function ChipSelect<T extends string>(props: ChipSelectProps<T>) {
  const { label, choices, chosen, onChoose } = props;
  const field = useRef<HTMLInputElement>(null);
  const [isPressed, setPressed] = useState(false);
  const { mantine, still } = useFloating(field, setPressed);
  const longest = Math.max(...choices.map((choice) => choice.label.length));
  const inputProps = {
    ref: field,
    size: 'xs',
    'aria-label': label,
    w: props.width ?? `calc(${longest} * 0.86ch + 42px)`,
    maw: 'calc(100vw - 2 * var(--gutter))',
    rightSection: <IconChevronDown size={13} stroke={1.75} aria-hidden />,
  };
  if (mantine === null) {
    // Without the wrapper of a label, which would render twice.
    return (
      <Input
        {...inputProps}
        {...still}
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- `still` sets aria-expanded, and there is no list to control yet
        role="combobox"
        aria-haspopup="listbox"
        readOnly
        pointer
        rightSectionPointerEvents="none"
        value={choices.find(({ value }) => value === chosen)?.label ?? ''}
      />
    );
  }
  return (
    <mantine.Select<T>
      {...inputProps}
      defaultDropdownOpened={isPressed}
      // The list must not close the popover or dialog that contains it.
      comboboxProps={{ withinPortal: false }}
      onKeyDown={closeListOnly}
      data={[...choices]}
      value={chosen}
      onChange={(value) => value !== null && onChoose(value)}
    />
  );
}

export function closeListOnly(event: KeyboardEvent<HTMLInputElement>): void {
  const isOpen =
    event.currentTarget.ariaExpanded === 'true' ||
    document.querySelector('[data-dates-dropdown]') !== null;
  if (event.key === 'Escape' && isOpen) event.stopPropagation();
}
