import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './SegmentedControl.module.css';

interface Segment<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

interface SegmentedControlProps<T extends string> extends Pick<
  ComponentProps<'div'>,
  'aria-label' | 'onPointerOver' | 'onFocus'
> {
  readonly data: readonly Segment<T>[];
  /** None is chosen if no segment has it. */
  readonly value: T | '';
  readonly onChange: (value: T) => void;
  readonly size?: 'xs';
}

/** Mantine's measures its place and renders four times, for a moving background that this design does not have. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { data, value: chosen, onChange, size, ...others } = props;
  const name = useId();
  return (
    <div {...others} role="radiogroup" className={classes.root} data-size={size}>
      {data.map(({ value, label, disabled = false }) => {
        const isChosen = value === chosen;
        const id = `${name}-${value}`;
        return (
          <div key={value} className={classes.choice}>
            <input
              {...{ id, name, value, disabled }}
              type="radio"
              className={classes.input}
              checked={isChosen}
              onChange={() => onChange(value)}
            />
            <label
              htmlFor={id}
              className={classes.label}
              data-active={(isChosen && !disabled) || undefined}
              data-disabled={disabled || undefined}
            >
              <span className={classes.text}>{label}</span>
            </label>
          </div>
        );
      })}
    </div>
  );
}
