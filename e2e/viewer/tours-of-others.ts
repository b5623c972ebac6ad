import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { run } from '../../packages/cli/src/run.ts';
import { paintedSphere, referenceFace } from '../../packages/cli/src/testing/painted-sphere.ts';
import { keptWorld } from '../../packages/cli/src/testing/world.ts';
import { root as checkout } from '../service.ts';

/** Edge of the faces in the pictures, in pixels. */
const EDGE = 256;
/** Scenes of one tour, by their names: what its own viewer takes, but for the ways between them. */
type Scenes = Readonly<Record<string, object>>;

const gpano = (own: object) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
  `<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${Object.entries(own)
    .map(([name, value]) => `GPano:${name}="${value}"`)
    .join(' ')}/></rdf:RDF></x:xmpmeta>`;

/** Half of the width and the upper two thirds of the height. */
const PART = { left: EDGE, top: 0, width: EDGE * 2, height: Math.round((EDGE * 4) / 3) };
const PART_TOLD = {
  ...{ FullPanoWidthPixels: EDGE * 4, FullPanoHeightPixels: EDGE * 2, CroppedAreaLeftPixels: PART.left },
  ...{ CroppedAreaImageWidthPixels: PART.width, CroppedAreaImageHeightPixels: PART.height, CroppedAreaTopPixels: 0 },
};
const WHOLE_TOLD = {
  ...{ FullPanoWidthPixels: EDGE * 4, FullPanoHeightPixels: EDGE * 2, CroppedAreaLeftPixels: 0 },
  ...{ CroppedAreaImageWidthPixels: EDGE * 4, CroppedAreaImageHeightPixels: EDGE * 2, CroppedAreaTopPixels: 0 },
};
const POSE = { PoseHeadingDegrees: 70, PosePitchDegrees: 20, PoseRollDegrees: -25 };

/** Writes the pictures that the tours show; the world in them is painted so that each direction has a colour of its own. */
async function writePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { width, height, pixels } = paintedSphere(EDGE * 4);
  const sphere = () => sharp(pixels, { raw: { width, height, channels: 3 } });
  const jpeg = { quality: 95, chromaSubsampling: '4:4:4' } as const;
  await sphere().jpeg(jpeg).toFile(join(folder, 'sphere.jpg'));
  await sphere()
    .withXmp(gpano({ ...WHOLE_TOLD, ...POSE }))
    .jpeg(jpeg)
    .toFile(join(folder, 'posed.jpg'));
  await sphere().extract(PART).jpeg(jpeg).toFile(join(folder, 'part.jpg'));
  await sphere().extract(PART).withXmp(gpano(PART_TOLD)).jpeg(jpeg).toFile(join(folder, 'part-told.jpg'));
  // The same sphere, made lower.
  await sphere()
    .resize(width, height * 0.75, { fit: 'fill' })
    .jpeg(jpeg)
    .toFile(join(folder, 'low.jpg'));
  for (const face of ['front', 'right', 'back', 'left', 'up', 'down'] as const) {
    const raw = { width: EDGE, height: EDGE, channels: 3 } as const;
    const picture = sharp(Uint8Array.from(referenceFace(face, EDGE), Math.round), { raw });
    await picture.jpeg(jpeg).toFile(join(folder, `${face}.jpg`));
    await picture
      .rotate(180)
      .jpeg(jpeg)
      .toFile(join(folder, `${face}-turned.jpg`));
  }
}

const around = (ends: readonly string[]) => ends.map((face) => `pictures/${face}.jpg`);
const SIDES = ['left', 'front', 'right', 'back'];
const LEVEL = { yaw: 0, pitch: 0 };

const ofPannellum: Scenes = {
  plain: { panorama: 'pictures/sphere.jpg' },
  leaning: { panorama: 'pictures/sphere.jpg', horizonPitch: 25, horizonRoll: -30 },
  posed: { panorama: 'pictures/posed.jpg', northOffset: 0 },
  'not posed': { panorama: 'pictures/posed.jpg', ignoreGPanoXMP: true },
  part: { panorama: 'pictures/part.jpg', haov: 180, vaov: 120, vOffset: 30 },
  'part told': { panorama: 'pictures/part-told.jpg' },
  low: { panorama: 'pictures/low.jpg' },
  cube: {
    type: 'cubemap',
    cubeMap: around(['front', 'right', 'back', 'left', 'up', 'down']),
    ...{ horizonPitch: -20, horizonRoll: 15 },
  },
};
const spheresOfPhotoSphereViewer: Scenes = {
  plain: { panorama: 'pictures/sphere.jpg' },
  corrected: { panorama: 'pictures/sphere.jpg', sphereCorrection: { pan: '50deg', tilt: 0.4, roll: '-0.3rad' } },
  posed: { panorama: 'pictures/posed.jpg' },
  both: { panorama: 'pictures/posed.jpg', sphereCorrection: { pan: -1, tilt: '10deg', roll: '20deg' } },
  told: { panorama: 'pictures/sphere.jpg', panoData: { poseHeading: -40, posePitch: 15, poseRoll: 10 } },
  part: {
    panorama: 'pictures/part.jpg',
    panoData: { fullWidth: EDGE * 4, fullHeight: EDGE * 2, croppedX: PART.left, croppedY: 0 },
  },
  low: { panorama: 'pictures/low.jpg' },
};
const cubesOfPhotoSphereViewer: Scenes = {
  list: { panorama: around([...SIDES, 'up-turned', 'down-turned']) },
  flipped: {
    panorama: { type: 'separate', paths: around([...SIDES, 'up', 'down']), flipTopBottom: true },
    sphereCorrection: { tilt: '20deg' },
  },
};

/** The first scene leads to the others and each of them back, so that all look to the north. */
const waysOf = (scenes: Scenes, key: string): readonly (readonly [to: string, yaw: number])[] => {
  const [first = '', ...others] = Object.keys(scenes);
  return key === first ? others.map((to, at) => [to, at * 40]) : [[first, (others.indexOf(key) * 40 + 180) % 360]];
};

const pannellumTour = (scenes: Scenes) => ({
  default: { firstScene: Object.keys(scenes)[0], autoLoad: true, minPitch: -90, maxPitch: 90 },
  scenes: Object.fromEntries(
    Object.entries(scenes).map(([key, scene]) => {
      const hotSpots = waysOf(scenes, key).map(([sceneId, yaw]) => ({ type: 'scene', sceneId, ...LEVEL, yaw }));
      return [key, { ...scene, hotSpots }];
    }),
  ),
});
const psvTour = (scenes: Scenes) => ({
  nodes: Object.entries(scenes).map(([id, node]) => ({
    ...{ id, ...node },
    links: waysOf(scenes, id).map(([nodeId, yaw]) => ({ nodeId, position: { yaw: `${yaw}deg`, pitch: 0 } })),
  })),
});

const PANNELLUM = `
  addEventListener('load', async () => {
    const firstScene = decodeURIComponent(location.hash.slice(1));
    const viewer = pannellum.viewer('viewer', { ...(await (await fetch('tour.json')).json()), firstScene });
    window.look = ({ yaw, pitch, fov, wide }) => {
      const across = (2 * Math.atan(Math.tan((fov * Math.PI) / 360) * wide) * 180) / Math.PI;
      viewer.setHfovBounds([10, 170]);
      viewer.lookAt(pitch, yaw - (viewer.getConfig().northOffset ?? 0), across, false);
    };
    window.isShown = () => viewer.isLoaded();
  });`;
const PSV = `
  import { CubemapAdapter } from '@photo-sphere-viewer/cubemap-adapter';
  import { EquirectangularAdapter, Viewer } from '@photo-sphere-viewer/core';
  import { VirtualTourPlugin } from '@photo-sphere-viewer/virtual-tour-plugin';

  const { nodes } = await (await fetch('tour.json')).json();
  const adapter = typeof nodes[0].panorama === 'string' ? EquirectangularAdapter : CubemapAdapter;
  const startNodeId = decodeURIComponent(location.hash.slice(1));
  const plugins = [VirtualTourPlugin.withConfig({ nodes, startNodeId })];
  const viewer = new Viewer({ container: 'viewer', navbar: false, adapter, plugins });
  let isThere = false;
  viewer.addEventListener('ready', () => (isThere = true), { once: true });
  window.look = ({ yaw, pitch, fov, heading }) => {
    viewer.zoom(viewer.dataHelper.fovToZoomLevel(fov));
    viewer.rotate({ yaw: ((yaw - heading) * Math.PI) / 180, pitch: (pitch * Math.PI) / 180 });
  };
  window.isShown = () => isThere;`;

const page = (head: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tour</title>
  <style>html, body, #viewer { margin: 0; width: 100vw; height: 100vh }
  .pnlm-hotspot-base, .psv-virtual-tour-arrows { display: none }</style>${head}</head>
  <body><div id="viewer"></div></body></html>`;

/** The tours that are taken over. */
const tours = {
  pannellum: { scenes: ofPannellum, tour: pannellumTour(ofPannellum) },
  'psv-spheres': { scenes: spheresOfPhotoSphereViewer, tour: psvTour(spheresOfPhotoSphereViewer) },
  'psv-cubes': { scenes: cubesOfPhotoSphereViewer, tour: psvTour(cubesOfPhotoSphereViewer) },
} as const;

/** What is looked at side by side: a folder below `theirs/`, one below `ours/`, and what the scenes of both are called. */
export const pairs: readonly {
  readonly theirs: string;
  readonly ours: string;
  readonly scenes: readonly { readonly key: string; readonly name: string }[];
}[] = [
  ...Object.entries(tours).map(([name, { scenes }]) => ({
    ...{ theirs: name, ours: name },
    scenes: Object.keys(scenes).map((key) => ({ key, name: key })),
  })),
  ...['pannellum', 'photo-sphere-viewer'].map((format) => ({
    ...{ theirs: `again-${format}`, ours: 'pannellum' },
    scenes: Object.keys(ofPannellum).map((name, index) => ({ key: `viewpoint-${index}`, name })),
  })),
];

/** Writes each tour for its own viewer, takes it over with `make-tour`, and writes that as a site, and for both viewers again. */
export async function writeToursOfOthers(directory: string): Promise<void> {
  const world = keptWorld({}, undefined, { directory });
  const openhouse = async (...line: string[]) => {
    if ((await run(line, world)) !== 0) throw new Error(`${line.join(' ')}: ${world.written.err}`);
  };
  for (const [name, { tour }] of Object.entries(tours)) {
    const folder = join(directory, 'theirs', name);
    await writePictures(join(folder, 'pictures'));
    await writeFile(join(folder, 'tour.json'), JSON.stringify(tour));
    await openhouse('make-tour', `theirs/${name}/tour.json`, '--code', name, '--out', `made/${name}`);
    await openhouse('convert', `made/${name}`, 'site', '--out', `ours/${name}`);
  }
  for (const format of ['pannellum', 'photo-sphere-viewer'])
    await openhouse('convert', 'made/pannellum', format, '--out', `theirs/again-${format}`);
  for (const name of new Set(pairs.map(({ theirs }) => theirs)))
    await writePage(join(directory, 'theirs', name), name.endsWith('pannellum'));
}

/** The page of a viewer, beside the tour that it shows. */
async function writePage(folder: string, isPannellum: boolean): Promise<void> {
  if (isPannellum) {
    for (const file of ['pannellum.js', 'pannellum.css'])
      await copyFile(join(checkout, 'node_modules/pannellum/build', file), join(folder, file));
    await writeFile(join(folder, 'page.js'), PANNELLUM);
    const head = '<link rel="stylesheet" href="pannellum.css"><script src="pannellum.js"></script>';
    await writeFile(join(folder, 'index.html'), page(`${head}<script src="page.js"></script>`));
    return;
  }
  await build({
    stdin: { contents: PSV, resolveDir: checkout, sourcefile: 'page.js' },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022' },
    outfile: join(folder, 'page.js'),
  });
  await copyFile(join(checkout, 'node_modules/@photo-sphere-viewer/core/index.css'), join(folder, 'viewer.css'));
  const head = '<link rel="stylesheet" href="viewer.css"><script type="module" src="page.js"></script>';
  await writeFile(join(folder, 'index.html'), page(head));
}
