import '#dashboard/app/withoutEval.ts';
import '@fontsource-variable/inter/opsz.css';
import '#dashboard/design/base.css';
import '#dashboard/design/tokens.css';
import { MantineProvider } from '@mantine/core';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Chart } from '#dashboard/chart/Chart.tsx';
import { figuresOf, mainStyle, sceneOf, type Span, windowOfAll } from '#dashboard/chart/scene.ts';
import { type Series, seriesOf } from '#dashboard/chart/series.ts';
import { theme } from '#dashboard/design/theme.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { anew, type Contender, moveOver, pictureOf, size } from './contender.ts';

const figures = figuresOf(createFormat(defaultPreferences), 'Value');
const nothing = () => {};
const rest = { zoomTo: nothing, measureBetween: nothing, reset: nothing, goTo: nothing };
const text = { tag: String, point: String, span: String, measure: () => [] };

function OurChart(props: { readonly series: Series; readonly zoom: Span | null }) {
  const { series, zoom } = props;
  const [point, setPoint] = useState<number | null>(null);
  const scene = useMemo(
    () =>
      sceneOf(
        [{ id: 'main', label: 'Value', style: mainStyle, series }],
        windowOfAll([series], zoom),
        {
          mode: 'value',
          isLog: false,
          isPublic: false,
        },
      ),
    [series, zoom],
  );
  return (
    <Chart
      {...{ scene, figures, point, text, title: 'bench', isOld: false, allTimes: series.times }}
      window={{ zoom, measure: null, ...rest }}
      onPoint={setPoint}
      onDraft={nothing}
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
      const series = seriesOf(columns.times, columns.totals);
      const draw = (zoom: Span | null) =>
        root.render(
          <MantineProvider theme={theme} withCssVariables={false}>
            <OurChart series={series} zoom={zoom} />
          </MantineProvider>,
        );
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
