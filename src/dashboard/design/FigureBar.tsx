import { Box, type BoxProps } from '@mantine/core';

interface BarPart {
  /** Share of the bar's width, 0 to 1. Without `to`, a line of `width` px. */
  readonly from: number;
  readonly to?: number;
  readonly width?: number;
  /** In px. */
  readonly height: number;
  readonly colour: string;
  readonly isMark?: boolean;
}

interface FigureBarProps extends Pick<BoxProps, 'bg' | 'ml' | 'visibleFrom'> {
  readonly w: number;
  readonly h: number;
  readonly parts?: readonly BarPart[];
}

export function FigureBar({ parts = [], ...box }: FigureBarProps) {
  const styleOf = ({ from, to, width = 1, height, colour }: BarPart) => ({
    position: 'absolute' as const,
    left: `${from * 100}%`,
    marginLeft: -Math.floor(width / 2),
    width: to === undefined ? width : `${(to - from) * 100}%`,
    top: (box.h - height) / 2,
    height,
    background: colour,
  });
  return (
    <Box
      {...box}
      component="span"
      pos="relative"
      display="inline-block"
      bdrs={1}
      style={{ verticalAlign: 'middle' }}
      aria-hidden
    >
      {parts.map((part, at) =>
        part.isMark === true ? (
          <u key={at} style={styleOf(part)} />
        ) : (
          <i key={at} style={styleOf(part)} />
        ),
      )}
    </Box>
  );
}

/** Middle line through all rows, for parts from −1 to 1. */
export const middle = { from: 0.5, height: 36, isMark: true } as const;
export const fromMiddle = (part: number) => ({
  from: 0.5 + Math.min(0, part) / 2,
  to: 0.5 + Math.max(0, part) / 2,
});
