/** How a place looks from outside: an app lives there, one is on its way, it is shut, or it is free. */
export type DoorState = 'open' | 'ajar' | 'shut' | 'free';

/** The door of a Team's place. Decoration: the words beside it say the same. */
export function Door({ state, width = 26 }: { readonly state: DoorState; readonly width?: number }) {
  const free = state === 'free';
  return (
    <svg width={width} height={(width * 30) / 26} viewBox="0 0 26 30" aria-hidden="true" focusable="false">
      <path
        d="M4 29V3.5A1.5 1.5 0 0 1 5.5 2h15A1.5 1.5 0 0 1 22 3.5V29"
        fill={free ? 'none' : 'var(--oh-ok-soft)'}
        stroke={free || state === 'shut' ? 'var(--oh-line-strong)' : 'var(--oh-ok)'}
        strokeWidth="1.5"
        strokeDasharray={free ? '3 3' : undefined}
      />
      {state === 'open' && <Leaf d="M4 29V2.8l10 3V29z" fill="var(--oh-ok)" handle={11.5} />}
      {state === 'ajar' && <Leaf d="M4 29V2.5l15 1.5V29z" fill="var(--oh-warn)" handle={16} />}
      {state === 'shut' && <Leaf d="M4.8 29V2.8h16.4V29z" fill="var(--oh-line-strong)" handle={18} />}
      <path d="M1 29h24" stroke="var(--oh-line-strong)" strokeWidth="1.5" />
    </svg>
  );
}

function Leaf({ d, fill, handle }: { readonly d: string; readonly fill: string; readonly handle: number }) {
  return (
    <>
      <path d={d} fill={fill} />
      <circle cx={handle} cy="17" r="1.1" fill="var(--oh-surface)" />
    </>
  );
}
