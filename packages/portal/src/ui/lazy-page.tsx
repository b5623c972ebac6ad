import { type ComponentType, type ReactElement, Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import { Waiting } from './waiting.tsx';

/**
 * A page whose code is loaded when its address is opened, or when its link is pointed at. Pointing loads nothing anew:
 * code that is gone is met when the page is wanted, and then the page that is left has nothing to lose.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<object> }>,
  name: Name,
): (() => ReactElement) & { readonly preload: () => Promise<void> } {
  const Part = lazyPart(load, name, false);
  let Loaded: ComponentType<object> | undefined;
  function Page() {
    if (Loaded !== undefined) return <Loaded />;
    return (
      <Suspense fallback={<Waiting />}>
        <Part />
      </Suspense>
    );
  }
  Page.preload = async () => {
    Loaded = await load().then(
      (code) => code[name],
      () => undefined,
    );
  };
  return Page;
}
