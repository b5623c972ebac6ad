import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from '../../packages/cli/src/run.ts';
import { keptWorld } from '../../packages/cli/src/testing/world.ts';
import { root as checkout } from '../service.ts';

/** The size of every viewer, in pixels. */
export const SIZE = { width: 900, height: 700 } as const;
export const viewers = ['site', 'pannellum', 'photo-sphere-viewer'] as const;

const page = (head: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tour</title>
  <style>html, body, #viewer { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px }</style>${head}</head>
  <body><div id="viewer"></div></body></html>`;

const pannellum = `
  addEventListener('load', async () => {
    const config = await (await fetch('tour.json')).json();
    const viewer = pannellum.viewer('viewer', config);
    viewer.on('load', () => (window.isThere = true));
    window.look = ({ yaw, pitch, fov }) => {
      const across = (2 * Math.atan(Math.tan((fov * Math.PI) / 360) * ${SIZE.width / SIZE.height}) * 180) / Math.PI;
      viewer.lookAt(pitch, yaw, across, false);
    };
    window.wayTo = (key) => {
      const { div } = viewer.getConfig().hotSpots.find(({ sceneId }) => sceneId === key);
      const box = div.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    window.walk = (key) => viewer.getConfig().hotSpots.find(({ sceneId }) => sceneId === key).div.click();
    window.here = () => viewer.getScene();
  });`;

const photoSphereViewer = `
  import { CubemapAdapter } from '@photo-sphere-viewer/cubemap-adapter';
  import { Viewer } from '@photo-sphere-viewer/core';
  import { MarkersPlugin } from '@photo-sphere-viewer/markers-plugin';
  import { VirtualTourPlugin } from '@photo-sphere-viewer/virtual-tour-plugin';

  const { nodes, startNodeId } = await (await fetch('tour.json')).json();
  const viewer = new Viewer({
    container: 'viewer',
    adapter: CubemapAdapter,
    plugins: [MarkersPlugin, VirtualTourPlugin.withConfig({ positionMode: 'manual', nodes, startNodeId })],
  });
  const tour = viewer.getPlugin(VirtualTourPlugin);
  viewer.addEventListener('ready', () => (window.isThere = true), { once: true });
  window.look = ({ yaw, pitch, fov }) => {
    viewer.zoom(viewer.dataHelper.fovToZoomLevel(fov));
    viewer.rotate({ yaw: (yaw * Math.PI) / 180, pitch: (pitch * Math.PI) / 180 });
  };
  window.wayTo = (key) => {
    const { position } = tour.getCurrentNode().links.find(({ nodeId }) => nodeId === key);
    return viewer.dataHelper.sphericalCoordsToViewerCoords(viewer.dataHelper.cleanPosition(position));
  };
  window.walk = (key) => tour.setCurrentNode(key);
  window.here = () => tour.getCurrentNode().id;`;

/**
 * Writes a page for each viewer with the same tour: ours as an exported site, the others as their own guides have them.
 * @param tour A bundle.
 */
export async function writeViewers(directory: string, tour = join(checkout, 'demo/tours/demo-loft')): Promise<void> {
  const world = keptWorld({}, undefined, { directory });
  for (const format of viewers) {
    const exitCode = await run(['convert', tour, format, '--out', format], world);
    if (exitCode !== 0) throw new Error(`The tour was not written for ${format}.`);
  }
  const built = join(checkout, 'node_modules/pannellum/build');
  for (const file of ['pannellum.js', 'pannellum.css'])
    await copyFile(join(built, file), join(directory, 'pannellum', file));
  await writeFile(join(directory, 'pannellum/page.js'), pannellum);
  const head =
    '<link rel="stylesheet" href="pannellum.css"><script src="pannellum.js"></script><script src="page.js"></script>';
  await writeFile(join(directory, 'pannellum/index.html'), page(head));
  await build({
    stdin: { contents: photoSphereViewer, resolveDir: checkout, sourcefile: 'page.js' },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022' },
    outfile: join(directory, 'photo-sphere-viewer/page.js'),
  });
  const style = await readFile(join(checkout, 'node_modules/@photo-sphere-viewer/core/index.css'), 'utf8');
  await writeFile(join(directory, 'photo-sphere-viewer/viewer.css'), style);
  const other = '<link rel="stylesheet" href="viewer.css"><script type="module" src="page.js"></script>';
  await writeFile(join(directory, 'photo-sphere-viewer/index.html'), page(other));
}
