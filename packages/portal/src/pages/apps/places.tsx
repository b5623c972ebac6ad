import type { AppRequest, DeveloperApp } from '@openhouse/contract';
import { AppPlace } from './app-place.tsx';
import { FreePlace } from './free-place.tsx';
import styles from './places.module.css';
import { RequestPlace } from './request-place.tsx';

/** Developer apps a Team may have (SPEC 8). */
const PLACES = [1, 2, 3] as const;

interface PlacesProps {
  readonly apps: readonly DeveloperApp[];
  readonly requests: readonly AppRequest[];
  /** Opens the dialog that takes a free place; absent for somebody who may not. */
  readonly onCreate?: (() => void) | undefined;
}

/** The Team's places, so that the limit is seen before it is hit. */
export function Places({ apps, requests, onCreate }: PlacesProps) {
  return (
    <ol className={styles.places}>
      {PLACES.map((number) => {
        const app = apps.find(({ slot }) => slot === number);
        const request = requests.find(({ slot }) => slot === number);
        return (
          <li key={number}>
            {app !== undefined && <AppPlace app={app} />}
            {app === undefined && request !== undefined && <RequestPlace request={request} />}
            {app === undefined && request === undefined && <FreePlace number={number} onCreate={onCreate} />}
          </li>
        );
      })}
    </ol>
  );
}
