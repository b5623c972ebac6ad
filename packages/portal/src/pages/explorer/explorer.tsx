import type { Team } from '@openhouse/contract';
import { type Layers, planCutter, readViewState, type Tour } from '@openhouse/viewer/inside';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import styles from './explorer.module.css';
import { JsonPanel } from './json-panel.tsx';
import { useModel } from './model/use-model.ts';
import type { OperationAnswers } from './operation-answer.ts';
import type { PanoramaState } from './panorama/panorama-view.tsx';
import { Stage } from './stage.tsx';
import { ThingsTable } from './things-table.tsx';
import { operationOfKind } from './tour/operation-of-kind.ts';
import { useExplorer } from './use-explorer.ts';
import { useRoutePlayer } from './use-route-player.ts';

interface ExplorerProps {
  readonly team: Team;
  readonly tour: Tour;
  readonly resourceCode: string;
  readonly answers: OperationAnswers;
}

/** View, JSON and table of one tour; what is selected in one is selected in all. */
export function Explorer({ team, tour, resourceCode, answers }: ExplorerProps) {
  const { hash } = useLocation();
  const [state, dispatch] = useExplorer(tour, readViewState(hash, tour));
  const walk = useRoutePlayer(tour, state, dispatch);
  const { act } = walk;
  const [layers, setLayers] = useState<Layers>({ tag: true, label: true, ruler: true, route: false });
  const [panorama, setPanorama] = useState<PanoramaState>('opening');
  // The model waits for the first picture, which people look at first.
  const isModelWanted = state.view !== 'panorama' || ['pictures', 'partly', 'drawn'].includes(panorama);
  const model = useModel(tour.model, isModelWanted);
  const planFloor =
    state.view === 'plan' ? state.floor : (tour.byIndex.get(state.at ?? Number.NaN)?.floor ?? state.floor);
  const cut = useMemo(() => (model.state === 'loaded' ? planCutter(model.model, tour) : undefined), [model, tour]);
  const operation = tour.byKey.get(state.selected ?? '')?.operation;
  const isListed = tour.things[state.listed].some(({ key }) => key === state.selected);
  const shown = (isListed ? operation : undefined) ?? operationOfKind(tour, state.listed);
  const onPick = (key: string) => act({ type: 'pick', key });
  return (
    <div className={styles.explorer}>
      <div className={styles.top}>
        <Stage
          team={team}
          tour={tour}
          resourceCode={resourceCode}
          state={state}
          walk={walk}
          model={model}
          cuts={cut?.(planFloor)}
          layers={layers}
          onLayers={setLayers}
          panorama={panorama}
          onPanorama={setPanorama}
        />
        <JsonPanel
          operation={shown}
          answer={answers[shown]}
          resourceCode={resourceCode}
          things={tour.things[state.listed]}
          selected={state.selected}
          onPick={onPick}
        />
      </div>
      <ThingsTable
        tour={tour}
        listed={state.listed}
        selected={state.selected}
        onList={(kind) => act({ type: 'list', kind })}
        onPick={onPick}
      />
    </div>
  );
}
