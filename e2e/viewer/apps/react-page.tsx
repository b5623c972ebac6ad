import '@openhouse/viewer/react';
import type { OpenhouseTour } from '@openhouse/viewer/element';
import { StrictMode, useRef, useState, useSyncExternalStore } from 'react';
import { tell } from './told.ts';

function App() {
  const tour = useRef<OpenhouseTour>(null);
  const [isShown, setShown] = useState(true);
  // React attaches no events to a custom element that a server rendered.
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const [mode, setMode] = useState<'panorama' | 'model'>('panorama');
  return (
    <main>
      <h1>A tour</h1>
      <button type="button" onClick={() => tour.current?.goTo(7)}>
        Go to seven
      </button>
      <button type="button" onClick={() => setMode('model')}>
        Look at the model
      </button>
      <button type="button" onClick={() => setShown(!isShown)}>
        Leave or come
      </button>
      {isInBrowser && isShown && (
        <openhouse-tour
          ref={tour}
          src="/api/tours"
          code="demo-loft"
          mode={mode}
          state="at=6"
          onviewpointchange={({ detail }) => tell(`viewpoint ${detail.index}`)}
          onmodechange={({ detail }) => tell(`mode ${detail.mode}`)}
          onerror={({ detail }) => tell(`error ${detail.what}`)}
        />
      )}
    </main>
  );
}

/** A page of somebody's own in React, in the mode that mounts everything twice. */
export const ReactPage = () => (
  <StrictMode>
    <App />
  </StrictMode>
);
