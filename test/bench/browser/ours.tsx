import '#dashboard/shared/withoutEval.ts';
import '@fontsource-variable/inter/opsz.css';
import '#dashboard/app/base.css';
import '#dashboard/app/tokens.css';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { HistoryPicture } from '#dashboard/history/HistoryPicture.tsx';
import { sceneOf } from '#dashboard/history/scene/scene.ts';
import type { Span } from '#dashboard/history/window/params.ts';
import { visibleOf } from '#dashboard/history/window/visible.ts';
import { anew, type Columns, type Contender, moveOver, pictureOf, size } from './contender.ts';

const told = { mode: 'value', isLog: false, isPublic: false, label: 'Value' } as const;
const nothing = () => {};

/** The chart that the pages show, zoomed and read as they do it. */
function OurChart(props: { readonly columns: Columns; readonly zoom: Span | null }) {
  const { columns, zoom } = props;
  const [point, setPoint] = useState<number | null>(null);
  const shown = useMemo(() => {
    const visible = visibleOf(columns, zoom);
    return { columns: visible.columns, scene: sceneOf(columns, visible, told) };
  }, [columns, zoom]);
  const rest = { zoomTo: nothing, measureBetween: nothing, reset: nothing };
  return (
    <HistoryPicture
      {...shown}
      {...{ point, period: 'all', title: 'bench', isOld: false, wholeTimes: columns.times }}
      window={{ zoom, measure: null, ...rest }}
      speak={String}
      measure={() => []}
      onPoint={setPoint}
      onDraft={nothing}
      whyEmpty="Nothing."
    />
  );
}

export const ours: Contender = {
  prepare: (given) => {
    const columns = anew(given);
    return (element) => {
      Object.assign(element.style, { display: 'flex', width: `${size.width}px` });
      Object.assign(element.style, { flexDirection: 'column', height: `${size.height}px` });
      const root = createRoot(element);
      const draw = (zoom: Span | null) => root.render(<OurChart columns={columns} zoom={zoom} />);
      draw(null);
      return {
        picture: () => pictureOf(element),
        zoomTo: (from, to) => draw({ from, to }),
        hoverAt: (share) => moveOver(element, share),
        remove: () => root.unmount(),
      };
    };
  },
};
