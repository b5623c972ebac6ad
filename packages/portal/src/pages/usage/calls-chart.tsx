import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot, { type Options } from 'uplot';
import styles from './calls-chart.module.css';

interface CallsChartProps {
  /** The label for screen readers; the numbers are in the table below. */
  readonly label: string;
  /** BCP 47 tag, for times and numbers at the axes. */
  readonly language: string;
  /** Seconds of a step. */
  readonly stepS: number;
  /** Start of each step, in seconds since the Unix epoch. */
  readonly starts: readonly number[];
  /** Layers on top of each other, the lowest first. */
  readonly stack: readonly (readonly number[])[];
  /** Custom property of each layer's colour. */
  readonly colours: readonly string[];
  /** Told which step is pointed at; undefined for none. */
  readonly onPoint: (step: number | undefined) => void;
}

const HEIGHT = 232;
const HEIGHT_PHONE = 190;
const PHONE_WIDTH = 520;
const DAY_S = 24 * 60 * 60;
/** Share of a step's width that its bar takes, and its greatest width in CSS pixels. */
const BAR: readonly [share: number, widest: number] = [0.78, 26];

/**
 * Calls over time as stacked bars. The canvas takes its colours from the page's custom properties, and is drawn anew
 * when the theme changes. uPlot styles its elements through the DOM, which the page's content security policy allows.
 */
export function CallsChart({ label, language, stepS, starts, stack, colours, onPoint }: CallsChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const scheme = useComputedColorScheme('light');
  const tell = useRef(onPoint);
  tell.current = onPoint;

  const columns: uPlot.AlignedData = [[...starts], ...stack.toReversed().map((layer) => [...layer])];
  const drawn = `${scheme} ${language} ${stepS} ${colours.join()}`;
  const data = useRef(columns);
  data.current = columns;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` names everything that the options are made of.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const options = optionsOf({ element, language, stepS, colours: colours.toReversed(), tell });
    const plot = new uPlot(options, data.current, element);
    chart.current = plot;
    const resized = new ResizeObserver(() => plot.setSize(sizeOf(element)));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
      chart.current = undefined;
    };
  }, [drawn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are recreated on every render.
  useEffect(() => {
    chart.current?.setData(data.current);
  }, [JSON.stringify(columns)]);

  return <div ref={place} className={styles.chart} role="img" aria-label={label} />;
}

function sizeOf(element: HTMLElement) {
  const width = element.clientWidth;
  return { width, height: width < PHONE_WIDTH ? HEIGHT_PHONE : HEIGHT };
}

interface ChartParts {
  readonly element: HTMLElement;
  readonly language: string;
  readonly stepS: number;
  /** The tallest layer first: the lower ones are drawn over it. */
  readonly colours: readonly string[];
  readonly tell: { readonly current: (step: number | undefined) => void };
}

function optionsOf({ element, language, stepS, colours, tell }: ChartParts): Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const bars = uPlot.paths.bars?.({ size: [...BAR], align: 1 });
  const axis = {
    stroke: colour('--oh-muted'),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: colour('--oh-line'), width: 1 },
    ticks: { show: false },
  };
  const time = timeFormat(language, stepS);
  const numbers = new Intl.NumberFormat(language, { notation: 'compact' });
  return {
    ...sizeOf(element),
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: false, y: false },
    },
    scales: {
      x: { range: (_plot, first, last) => [first, last + stepS] },
      y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 76,
        values: (_plot, splits) => splits.map((second) => time.format(second * 1000)),
      },
      {
        ...axis,
        size: 44,
        // A count is whole: no tick between two.
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000],
        values: (_plot, splits) => splits.map((count) => numbers.format(count)),
      },
    ],
    series: [
      {},
      ...colours.map((name) => ({
        fill: colour(name),
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      })),
    ],
    hooks: {
      setCursor: [(plot) => tell.current(plot.cursor.idx ?? undefined)],
    },
  };
}

function timeFormat(language: string, stepS: number): Intl.DateTimeFormat {
  return stepS * 2 > 3600 && stepS < DAY_S
    ? new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })
    : new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
