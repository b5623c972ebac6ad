import { APPS_PER_TEAM, type AppRequest, type DeveloperApp } from '@openhouse/contract';
import { AppSlot } from './app-slot.tsx';
import { FreeSlot } from './free-slot.tsx';
import { RequestSlot } from './request-slot.tsx';
import styles from './slots.module.css';

interface SlotsProps {
  readonly apps: readonly DeveloperApp[];
  readonly requests: readonly AppRequest[];
  /** Opens the dialog for using a free slot; absent for people who may not. */
  readonly onCreate?: (() => void) | undefined;
}

/** The Team's slots, so that the limit is seen before it is hit. */
export function Slots({ apps, requests, onCreate }: SlotsProps) {
  return (
    <ol className={styles.slots}>
      {Array.from({ length: APPS_PER_TEAM }, (_, index) => index + 1).map((number) => {
        const app = apps.find(({ slot }) => slot === number);
        const request = requests.find(({ slot }) => slot === number);
        return (
          <li key={number}>
            {app !== undefined && <AppSlot app={app} />}
            {app === undefined && request !== undefined && <RequestSlot request={request} />}
            {app === undefined && request === undefined && <FreeSlot number={number} onCreate={onCreate} />}
          </li>
        );
      })}
    </ol>
  );
}
