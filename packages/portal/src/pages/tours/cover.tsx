import { useState } from 'react';
import { addressInTeam } from '../../api/team-address.ts';
import { useComebacks } from '../../api/use-comebacks.ts';
import styles from './cover.module.css';

/** A tour's cover picture; the plan of a small flat stands in where it has none. Decoration: the name says which tour. */
export function Cover({ path, team }: { readonly path: string | null; readonly team: string }) {
  const comebacks = useComebacks();
  const [broken, setBroken] = useState<{ readonly path: string; readonly comebacks: number }>();
  const isBroken = broken !== undefined && broken.path === path && broken.comebacks === comebacks;
  return (
    <div className={styles.cover}>
      {path === null || isBroken ? (
        <svg viewBox="0 0 120 75" aria-hidden="true" focusable="false">
          <path d="M24 14h72v47H24zm0 24h22m10 0h14V14m0 34v13m0-23h26M46 38v-8" />
          <path d="M46 30a8 8 0 0 1 8 8M70 48a8 8 0 0 1 8-8" strokeDasharray="2 2" />
        </svg>
      ) : (
        <img
          src={addressInTeam(path, team)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken({ path, comebacks })}
        />
      )}
    </div>
  );
}
