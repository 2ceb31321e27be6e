import { ActionIcon, Button } from '@mantine/core';
import { IconChartLine, IconHistory, IconTable, IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import { isPastType } from '#contract/period.ts';
import {
  chartModes,
  isRolling,
  lineMarks,
  modeTraits,
  previousMark,
  previousName,
  type ValueName,
} from '../chart/modes.ts';
import { ChipSelect } from '../design/ChipSelect.tsx';
import { SegmentedControl } from '../design/SegmentedControl.tsx';
import type { Format } from '../preferences/format.ts';
import { AsOfTool } from './AsOfTool.tsx';
import type { HistoryWindow } from './historyWindow.ts';
import { PeriodMenu } from './PeriodMenu.tsx';
import { periodNames, spanText } from './periodText.ts';
import { RollingTool } from './RollingTool.tsx';
import type { HistoryScene } from './useHistoryScene.ts';
import classes from './HistoryToolbar.module.css';

interface HistoryToolbarProps extends Pick<
  HistoryScene,
  'mode' | 'whyNotMode' | 'whyNoLog' | 'isOld' | 'isComparing' | 'previous' | 'asOf' | 'figures'
> {
  readonly window: HistoryWindow;
  /** Called when the pointer or the arrow keys reach a period, to load it early. */
  readonly onConsider: (period: HistoryType) => void;
  readonly valueName: ValueName;
  readonly benchmark: string | undefined;
  readonly children: ReactNode;
}

const periods = historyTypes.map((type) => ({ value: type, label: periodNames[type] }));

export function HistoryToolbar(props: HistoryToolbarProps) {
  const { window, mode, whyNotMode, isComparing, valueName, benchmark } = props;
  const { view } = window;
  const modesBy = (name: 'name' | 'nameAlone') =>
    chartModes.map((value) => ({
      value,
      label: value === 'value' ? valueName : modeTraits[value][name],
      disabled: whyNotMode(value) !== null,
    }));
  const consider = (target: EventTarget, step: number) => {
    const control = target instanceof Element ? target.closest('[role=radiogroup] > *') : null;
    const type = control?.querySelector('input')?.value;
    const near = historyTypes[historyTypes.findIndex((one) => one === type) + step];
    if (type !== undefined && near !== undefined) props.onConsider(near);
  };
  const hasBenchmark = benchmark !== undefined;
  const otherView = view === 'chart' ? 'table' : 'chart';
  const viewName = view === 'chart' ? 'Show as table' : 'Show as chart';
  const ViewIcon = view === 'chart' ? IconTable : IconChartLine;
  return (
    <div className={classes.room}>
      <div className={clsx(classes.bar, props.isOld && classes.busy)}>
        <div className={classes.periods}>
          <SegmentedControl
            aria-label="Period"
            data={periods}
            // None of them while the menu's period is shown.
            value={isPastType(window.chosen) ? window.chosen : ''}
            onChange={window.choosePeriod}
            onPointerOver={({ target }) => consider(target, 0)}
            onFocus={({ target }) => [-1, 1].forEach((step) => consider(target, step))}
          />
          <PeriodMenu
            {...{ chosen: window.chosen, choosePeriod: window.choosePeriod, asOf: props.asOf }}
            format={props.figures.format}
            className={clsx(classes.more, !isPastType(window.chosen) && classes.named)}
          />
        </div>
        <WindowChip window={window} format={props.figures.format} />
        <div className={classes.modes}>
          <span className={classes.choice}>
            <SegmentedControl
              aria-label="Chart mode"
              data={modesBy('name')
                .filter(({ value }) => !isRolling(value))
                .map(({ label, ...choice }) => ({
                  ...choice,
                  label: <span title={whyNotMode(choice.value) ?? undefined}>{label}</span>,
                }))}
              value={mode}
              onChange={window.chooseMode}
            />
          </span>
          <span className={classes.chip}>
            <ChipSelect
              label="Chart mode"
              choices={modesBy('nameAlone')}
              chosen={mode}
              onChoose={window.chooseMode}
            />
          </span>
          <Toggle
            name="Log"
            title="Log scale (l)"
            keys="l"
            isOn={window.isLog}
            unavailable={props.whyNoLog}
            onChoose={window.chooseLog}
          />
          {!isComparing &&
            !isRolling(mode) &&
            lineMarks
              .filter(({ isInToolbar }) => isInToolbar)
              .map((mark) => (
                <Toggle
                  key={mark.name}
                  name={mark.label}
                  title={mark.title}
                  isOn={window.marks.has(mark.name)}
                  unavailable={null}
                  onChoose={(isOn) => window.chooseMark(mark, isOn)}
                />
              ))}
          {props.previous.whyNot !== undefined && (
            <Toggle
              name={previousMark.label}
              label={previousName}
              icon={<IconHistory size={16} stroke={1.75} aria-hidden className={classes.short} />}
              title={previousMark.title}
              isOn={window.marks.has(previousMark.name)}
              unavailable={props.previous.whyNot}
              onChoose={(isOn) => window.chooseMark(previousMark, isOn)}
            />
          )}
        </div>
        {hasBenchmark && (
          <div className={classes.added}>
            <Toggle
              name={benchmark}
              title="Compare time-weighted returns (without deposits and withdrawals) from the start of the window"
              isOn={isComparing}
              unavailable={null}
              onChoose={window.chooseBenchmark}
            />
          </div>
        )}
        <div className={classes.tools}>
          {whyNotMode('rollingVolatility') === null && (
            <RollingTool
              {...{ mode, whyNotMode }}
              size={window.rollingSize}
              onMode={window.chooseMode}
              onSize={window.chooseRollingSize}
            />
          )}
          <AsOfTool />
          <ActionIcon
            size="sm"
            aria-label={viewName}
            aria-keyshortcuts="t"
            title={`${viewName} (t)`}
            onClick={() => window.chooseView(otherView)}
          >
            <ViewIcon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          {props.children}
        </div>
      </div>
    </div>
  );
}

interface WindowChipProps {
  readonly window: HistoryWindow;
  readonly format: Format;
}

/** Pressing it shows the complete period again. */
function WindowChip({ window, format }: WindowChipProps) {
  const { dragged, measure } = window;
  const span = dragged ?? measure;
  if (span === null) return null;
  const what = dragged !== null ? 'zoom' : 'measure';
  const text = spanText(format, span);
  return (
    <Button
      variant="light"
      size="xs"
      className={classes.reset}
      aria-label={`Clear the ${what}, ${text}`}
      title={`${text}: show the whole period (Esc)`}
      rightSection={<IconX size={12} stroke={2} aria-hidden />}
      onClick={window.reset}
    >
      <span className={classes.dates}>{text}</span>
      <span className={classes.what}>{what}</span>
    </Button>
  );
}

interface ToggleProps {
  readonly name: string;
  /** The accessible name, if `name` is a short form of it. */
  readonly label?: string;
  /** Replaces the name where there is no room. */
  readonly icon?: ReactNode;
  readonly title: string;
  readonly keys?: string;
  readonly isOn: boolean;
  readonly unavailable: string | null;
  readonly onChoose: (isOn: boolean) => void;
}

/** Not `disabled` when unavailable, so that keyboard users reach the reason. */
function Toggle({ name, label, icon, title, keys, isOn, unavailable, onChoose }: ToggleProps) {
  const isPressed = isOn && unavailable === null;
  return (
    <Button
      variant="subtle"
      size="xs"
      className={classes.toggle}
      aria-label={label}
      aria-pressed={isPressed}
      aria-keyshortcuts={keys}
      aria-disabled={unavailable !== null}
      title={unavailable ?? title}
      onClick={() => unavailable === null && onChoose(!isPressed)}
    >
      <span className={clsx(icon !== undefined && classes.long)}>{name}</span>
      {icon}
    </Button>
  );
}
