import { Box } from '@mantine/core';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { OnceSeen } from '../design/OnceSeen.tsx';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import classes from './FiguresSection.module.css';

/** In px: room for the panels, so that scrolling does not jump when they come. */
const height = 720;

const FiguresPanels = lazyComponent(
  async () => (await import('./FiguresPanels.tsx')).FiguresPanels,
  <Box h={height} />,
);

/** The figures of a page, below the fold: code and data load when the reader gets there. */
export function FiguresSection({ subject }: { readonly subject: FiguresOwner }) {
  return (
    <div className={classes.section}>
      <OnceSeen height={height}>{() => <FiguresPanels subject={subject} />}</OnceSeen>
    </div>
  );
}
