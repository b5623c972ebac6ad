import type { Lamp } from '../loft/lights.ts';
import type { Intersector } from './intersector.ts';
import type { PackedScene } from './packed-scene.ts';
import { createPortalSet, type PortalSet } from './portals.ts';
import type { Sampler } from './sampler.ts';

const BY_PI = 1 / Math.PI;
const TURN = 2 * Math.PI;
/** Shadow rays start this far off the surface. */
const LIFT_M = 2e-4;

export interface DirectLight {
  /**
   * Light that arrives at a diffuse point straight from sun, sky and lamps, for one sample of each;
   * written to `sum`, per unit albedo. Uses three sampler dimensions from `dimension`.
   */
  gather(
    x: number,
    y: number,
    z: number,
    normal: Float64Array,
    facing: Float64Array,
    translucency: number,
    dimension: number,
  ): void;
  readonly sum: Float64Array;
  readonly portals: PortalSet;
}

interface LampSource {
  readonly lamp: Lamp;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly power: number;
}

function source(lamp: Lamp): LampSource {
  const strength = lamp.radiance[0] + lamp.radiance[1] + lamp.radiance[2];
  if (lamp.kind === 'globe') {
    const [x, y, z] = lamp.centre;
    return { lamp, x, y, z, power: strength * Math.PI * Math.PI * lamp.radius_m ** 2 };
  }
  const [x, y, z] = lamp.origin;
  return {
    lamp,
    x: x + lamp.sizeX_m / 2,
    y,
    z: z + lamp.sizeZ_m / 2,
    power: strength * Math.PI * lamp.sizeX_m * lamp.sizeZ_m,
  };
}

export function createDirectLight(scene: PackedScene, rays: Intersector, sampler: Sampler): DirectLight {
  const portals = createPortalSet(scene.portals);
  const lamps = scene.lamps.map(source);
  const lampWeight = new Float64Array(lamps.length);
  const { pair } = sampler;
  const sum = new Float64Array(3);
  const sky = new Float64Array(3);
  const sun = scene.sun;
  const [sunX, sunY, sunZ] = sun.direction;
  const acrossLength = Math.sqrt(sunX * sunX + sunZ * sunZ);
  const acrossX = sunZ / acrossLength,
    acrossZ = -sunX / acrossLength;
  const upX = sunY * acrossZ,
    upY = sunZ * acrossX - sunX * acrossZ,
    upZ = -sunY * acrossX;
  const aim = new Float64Array(3);

  /**
   * Cosine and visibility in direction `aim`, of the front of the surface or, through a translucent one, of its back.
   * @returns the share of light per unit irradiance along the ray, over π; 0 where nothing arrives.
   */
  function arriving(
    x: number,
    y: number,
    z: number,
    normal: Float64Array,
    facing: Float64Array,
    translucency: number,
    limit: number,
  ): number {
    const dx = aim[0]!,
      dy = aim[1]!,
      dz = aim[2]!;
    const cosine = normal[0]! * dx + normal[1]! * dy + normal[2]! * dz;
    const side = facing[0]! * dx + facing[1]! * dy + facing[2]! * dz;
    if (cosine > 0 && side > 0) {
      const seen = rays.transmittance(
        x + facing[0]! * LIFT_M,
        y + facing[1]! * LIFT_M,
        z + facing[2]! * LIFT_M,
        dx,
        dy,
        dz,
        limit,
      );
      return cosine * seen * BY_PI * (1 - translucency);
    }
    if (translucency > 0 && side < 0) {
      const seen = rays.transmittance(
        x - facing[0]! * LIFT_M,
        y - facing[1]! * LIFT_M,
        z - facing[2]! * LIFT_M,
        dx,
        dy,
        dz,
        limit,
      );
      return Math.abs(cosine) * seen * BY_PI * translucency;
    }
    return 0;
  }

  function addSun(
    x: number,
    y: number,
    z: number,
    normal: Float64Array,
    facing: Float64Array,
    translucency: number,
  ): void {
    if (!portals.leaves(x, y, z, sunX, sunY, sunZ)) return;
    const away = sun.radius_rad * Math.sqrt(pair[0]!),
      angle = TURN * pair[1]!;
    const a = away * Math.cos(angle),
      b = away * Math.sin(angle);
    const dx = sunX + acrossX * a + upX * b,
      dy = sunY + upY * b,
      dz = sunZ + acrossZ * a + upZ * b;
    const k = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    aim[0] = dx * k;
    aim[1] = dy * k;
    aim[2] = dz * k;
    const share = arriving(x, y, z, normal, facing, translucency, 1e9);
    for (let c = 0; c < 3; c++) sum[c]! += share * sun.irradiance[c]!;
  }

  function addSky(
    x: number,
    y: number,
    z: number,
    normal: Float64Array,
    facing: Float64Array,
    translucency: number,
  ): void {
    portals.aim(x, y, z);
    const chosen = portals.choose(pair[0]!, pair[1]!);
    const dx = portals.point[0]! - x,
      dy = portals.point[1]! - y,
      dz = portals.point[2]! - z;
    const k = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    aim[0] = dx * k;
    aim[1] = dy * k;
    aim[2] = dz * k;
    const inward = portals.inward[chosen]!;
    if (aim[0]! * inward[0] + aim[1]! * inward[1] + aim[2]! * inward[2] > -1e-3) return;
    const share = arriving(x, y, z, normal, facing, translucency, 1e9);
    if (share === 0) return;
    scene.outdoors(aim[0]!, aim[1]!, aim[2]!, sky);
    // Balance heuristic: the bounce ray finds the same sky with this other density.
    const cosine = normal[0]! * aim[0]! + normal[1]! * aim[1]! + normal[2]! * aim[2]!;
    const byBounce = Math.abs(cosine) * BY_PI * (cosine > 0 ? 1 - translucency : translucency);
    const weight = share / (portals.density(aim[0]!, aim[1]!, aim[2]!) + byBounce);
    for (let c = 0; c < 3; c++) sum[c]! += weight * sky[c]!;
  }

  /** Points `aim` into the cone a globe fills. @returns its solid angle, or 0 inside the globe. */
  function aimAtGlobe(dx: number, dy: number, dz: number, distance: number, radius: number): number {
    if (distance <= radius) return 0;
    const x = dx / distance,
      y = dy / distance,
      z = dz / distance;
    const sine = Math.min(0.98, radius / distance);
    const cosMax = Math.sqrt(1 - sine * sine);
    const cos = 1 - pair[0]! * (1 - cosMax),
      sin = Math.sqrt(Math.max(0, 1 - cos * cos)),
      angle = TURN * pair[1]!;
    const s = z >= 0 ? 1 : -1,
      a = -1 / (s + z),
      b = x * y * a;
    const p = sin * Math.cos(angle),
      q = sin * Math.sin(angle);
    aim[0] = (1 + s * x * x * a) * p + b * q + x * cos;
    aim[1] = s * b * p + (s + y * y * a) * q + y * cos;
    aim[2] = -s * x * p - y * q + z * cos;
    return TURN * (1 - cosMax);
  }

  function addLamp(
    x: number,
    y: number,
    z: number,
    normal: Float64Array,
    facing: Float64Array,
    translucency: number,
    dimension: number,
  ): void {
    let total = 0;
    for (let i = 0; i < lamps.length; i++) {
      const l = lamps[i]!;
      const dx = l.x - x,
        dy = l.y - y,
        dz = l.z - z;
      const weight = l.power / (dx * dx + dy * dy + dz * dz + 0.02);
      lampWeight[i] = weight;
      total += weight;
    }
    let rest = sampler.random() * total,
      i = 0;
    while (i < lamps.length - 1 && rest > lampWeight[i]!) rest -= lampWeight[i++]!;
    const { lamp } = lamps[i]!;
    const chance = lampWeight[i]! / total;
    sampler.draw(dimension);
    let share = 0;
    if (lamp.kind === 'globe') {
      const dx = lamp.centre[0] - x,
        dy = lamp.centre[1] - y,
        dz = lamp.centre[2] - z;
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const solidAngle = aimAtGlobe(dx, dy, dz, distance, lamp.radius_m);
      if (solidAngle === 0) return;
      share = solidAngle * arriving(x, y, z, normal, facing, translucency, Math.max(0.001, distance - lamp.radius_m));
    } else {
      const dx = lamp.origin[0] + lamp.sizeX_m * pair[0]! - x,
        dy = lamp.origin[1] - 0.002 - y,
        dz = lamp.origin[2] + lamp.sizeZ_m * pair[1]! - z;
      const squared = dx * dx + dy * dy + dz * dz,
        distance = Math.sqrt(squared);
      const down = dy / distance;
      if (down <= 0) return;
      aim[0] = dx / distance;
      aim[1] = down;
      aim[2] = dz / distance;
      share =
        ((down * lamp.sizeX_m * lamp.sizeZ_m) / (squared + 0.01)) *
        arriving(x, y, z, normal, facing, translucency, distance - 0.004);
    }
    for (let c = 0; c < 3; c++) sum[c]! += (share / chance) * lamp.radiance[c]!;
  }

  function gather(
    x: number,
    y: number,
    z: number,
    normal: Float64Array,
    facing: Float64Array,
    translucency: number,
    dimension: number,
  ): void {
    sum.fill(0);
    sampler.draw(dimension);
    addSun(x, y, z, normal, facing, translucency);
    // The lamp goes before the sky, so that the portals stay aimed from here for the bounce ray's density.
    addLamp(x, y, z, normal, facing, translucency, dimension + 2);
    sampler.draw(dimension + 1);
    addSky(x, y, z, normal, facing, translucency);
  }

  return { gather, sum, portals };
}
