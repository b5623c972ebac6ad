import { type ViewState, writeViewState } from '@openhouse/viewer/inside';

/** @returns HTML that shows a tour on a page of somebody's own. The element has no floor plan: it shows where one stood. */
export function embedSnippet(resourceCode: string, shown: ViewState): string {
  const state = writeViewState(shown.view === 'plan' ? { ...shown, view: undefined } : shown);
  const attributes = { src: '/api/tours', code: resourceCode, ...(state === '' ? {} : { state }) };
  const written = Object.entries(attributes).map(([name, value]) => `\n  ${name}="${escaped(value)}"`);
  return `<script type="module">
  import '@openhouse/viewer/element';
</script>
<openhouse-tour${written.join('')}
></openhouse-tour>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
