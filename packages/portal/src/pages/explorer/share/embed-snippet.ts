import { type ViewState, writeViewState } from '@openhouse/viewer/inside';

/** @returns HTML that shows a tour on a page of somebody's own, behind their back end. */
export function elementSnippet(resourceCode: string, shown: ViewState): string {
  const state = writeViewState(shown);
  return `<script type="module">
  import '@openhouse/viewer/element';
</script>
${tag('openhouse-tour', { src: '/api/tours', code: resourceCode, ...(state === '' ? {} : { state }) })}`;
}

/** @returns HTML that shows a public tour on a page of a host that may frame it. @param address Of its page. */
export function iframeSnippet(address: string, name: string, shown: ViewState): string {
  const state = writeViewState(shown);
  return tag('iframe', {
    src: state === '' ? address : `${address}#${state}`,
    title: name,
    width: '100%',
    height: '480',
    loading: 'lazy',
    allow: 'fullscreen; xr-spatial-tracking',
  });
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => `\n  ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}\n></${name}>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
