import type { Usage } from '@openhouse/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './calls-card.module.css';
import { type LayerKind, layersOf, stacked, stepStarts } from './chart-layers.ts';
import { layerColour } from './layer-colour.ts';
import { Legend } from './legend.tsx';
import { SideChoice } from './range-choice.tsx';
import { StepsTable } from './steps-table.tsx';
import { spanWords } from './words.ts';

/** The chart's code is asked for when there is something to draw. */
const CallsChart = lazyPart(() => import('./calls-chart.tsx'), 'CallsChart');

interface CallsCardProps {
  readonly usage: Usage;
  readonly action: ReactNode;
}

/** Calls over time: two figures, the chart, its legend with the numbers of the step pointed at, and all of it as a table. */
export function CallsCard({ usage, action }: CallsCardProps) {
  const { t, i18n } = useUsageWords();
  const [kind, setKind] = useState<LayerKind>('result');
  const [step, setStep] = useState<number>();
  const layers = layersOf(usage, kind);
  const starts = stepStarts(usage);
  const hasSuccess = layers[0]?.name === 'success';
  const colours = layers.map(({ name }, place) => layerColour(kind, name, place, hasSuccess));
  const number = new Intl.NumberFormat(i18n.language);
  const at = step === undefined ? undefined : starts[step];
  return (
    <Card title={t('usage:calls')} action={action}>
      <div className={styles.head}>
        <dl className={styles.figures}>
          <div>
            <dt>{t('usage:all')}</dt>
            <dd>{number.format(usage.calls)}</dd>
          </div>
          <div>
            <dt>{t('usage:refused')}</dt>
            <dd>
              {number.format(usage.refused)}
              <small>{percent(usage.refused / usage.calls, i18n.language)}</small>
            </dd>
          </div>
        </dl>
        <SideChoice
          label={t('usage:by')}
          value={kind}
          choices={[
            ['result', t('usage:byResult')],
            ['operation', t('usage:byOperation')],
          ]}
          onChange={setKind}
        />
      </div>
      <div className={styles.body}>
        <div className={styles.chart}>
          <Suspense fallback={<div className={styles.waiting} />}>
            <CallsChart
              label={t('usage:chart')}
              language={i18n.language}
              stepS={usage.stepS}
              starts={starts}
              stack={stacked(layers)}
              colours={colours}
              onPoint={setStep}
            />
          </Suspense>
        </div>
        <Legend
          caption={at === undefined ? t('usage:whole') : spanWords(at, usage.stepS, i18n.language)}
          kind={kind}
          layers={layers}
          colours={colours}
          step={step}
        />
      </div>
      <StepsTable kind={kind} layers={layers} starts={starts} stepS={usage.stepS} />
    </Card>
  );
}

function percent(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
