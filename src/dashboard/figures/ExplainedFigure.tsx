import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FigureName } from '#contract/figures.ts';
import { Query } from '../design/Panel.tsx';
import { Explanation } from '../portfolio/explain/Explanation.tsx';
import { type PageFiguresRequest, figuresQueries } from '../portfolio/figuresQueries.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { figureExplained } from './figureExplained.ts';

interface ExplainedFigureProps {
  readonly name: FigureName;
  readonly request: PageFiguresRequest;
}

/** Explains a figure, or one that it is computed from. */
export function ExplainedFigure({ name: first, request }: ExplainedFigureProps) {
  const format = useFormat();
  const { nameOf } = useThematics();
  const [name, onExplain] = useState(first);
  const query = useQuery(figuresQueries.of({ ...request, explain: name }));
  return (
    <Query query={query} what="The explanation" loading={<Box h={220} />}>
      {(answer) => (
        <Explanation
          explained={figureExplained(name, answer, { format, request, nameOf, onExplain })}
        />
      )}
    </Query>
  );
}
