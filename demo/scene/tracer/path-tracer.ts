import { createDirectLight } from './direct-light.ts';
import { createIntersector, type Intersector } from './intersector.ts';
import type { IrradianceCache } from './irradiance-cache.ts';
import { CELL_M } from './irradiance-cache.ts';
import type { PackedScene } from './packed-scene.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { createSurfaceReader } from './surface.ts';

/**
 * What one path found, in this order: diffuse light per unit albedo (3), gloss (3), emission and sky (3),
 * albedo of the first surface (3), its normal (3), its normal without relief (3), its distance in metres.
 * Metals and the sky have albedo 0;
 * the sky and lamps have no normal.
 */
export const RESULT = {
  diffuse: 0,
  gloss: 3,
  emitted: 6,
  albedo: 9,
  normal: 12,
  smooth: 15,
  distance: 18,
  length: 19,
} as const;

export interface PathOptions {
  /** Without one, paths bounce on until `maxBounces`. */
  readonly cache?: IrradianceCache;
  readonly maxBounces?: number;
  /** Indirect light brighter than this is cut: it would only leave a white dot. */
  readonly brightest?: number;
  /** Angle between neighbouring pixels. */
  readonly pixel_rad?: number;
}

export interface PathTracer {
  /** Follows one path and fills `result`. */
  trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void;
  readonly result: Float64Array;
  readonly sampler: Sampler;
  readonly rays: Intersector;
}

const LIFT_M = 2e-4;
/** Closer than this to the last surface the cache is too coarse for contact shadows. */
const CACHE_FROM_M = 0.3;
/** A metal this smooth shows a picture of the room; the denoiser then needs the guides of what it shows. */
const MIRROR_ROUGHNESS = 0.08;
const SKY_DISTANCE_M = 100;
const LAST_GLOSSY_BOUNCE = 1;
const ROULETTE_FROM_BOUNCE = 2;
const MAX_CURTAINS = 4;

export function createPathTracer(scene: PackedScene, options: PathOptions = {}): PathTracer {
  const { materials, materialOf } = scene;
  const { cache, maxBounces = 5, brightest = 14, pixel_rad = 0 } = options;
  const rays = createIntersector(scene);
  const sampler = createSampler();
  const surface = createSurfaceReader(scene);
  const light = createDirectLight(scene, rays, sampler);
  const { normal: N, smoothNormal, facing: F, albedo: A } = surface;
  const { pair } = sampler;
  const { hit } = rays;
  const result = new Float64Array(RESULT.length);
  const sky = new Float64Array(3);
  const tangent = new Float64Array(6);

  /** Two unit vectors perpendicular to the shading normal (Duff et al. 2017). */
  function tangents(): void {
    const x = N[0]!,
      y = N[1]!,
      z = N[2]!;
    const s = z >= 0 ? 1 : -1,
      a = -1 / (s + z),
      b = x * y * a;
    tangent[0] = 1 + s * x * x * a;
    tangent[1] = s * b;
    tangent[2] = -s * x;
    tangent[3] = b;
    tangent[4] = s + y * y * a;
    tangent[5] = -y;
  }

  /** Adds to a lobe, cutting what would show as a firefly. */
  function add(lobe: number, r: number, g: number, b: number, cut: boolean): void {
    const most = Math.max(r, g, b);
    const k = cut && most > brightest ? brightest / most : 1;
    result[lobe]! += r * k;
    result[lobe + 1]! += g * k;
    result[lobe + 2]! += b * k;
  }

  /** Adds cached light at a point, jittered by a cell so that no cell borders show. @returns whether there was any. */
  function addCached(lobe: number, x: number, y: number, z: number, r: number, g: number, b: number): boolean {
    const jx = (sampler.random() - 0.5) * CELL_M,
      jy = (sampler.random() - 0.5) * CELL_M,
      jz = (sampler.random() - 0.5) * CELL_M;
    let at = cache!.find(x + jx, y + jy, z + jz, F[0]!, F[1]!, F[2]!);
    if (at < 0) at = cache!.find(x, y, z, F[0]!, F[1]!, F[2]!);
    if (at < 0) return false;
    const V = cache!.values;
    add(lobe, r * A[0]! * V[at * 4]!, g * A[1]! * V[at * 4 + 1]!, b * A[2]! * V[at * 4 + 2]!, true);
    return true;
  }

  function trace(
    startX: number,
    startY: number,
    startZ: number,
    startDx: number,
    startDy: number,
    startDz: number,
  ): void {
    result.fill(0);
    let ox = startX,
      oy = startY,
      oz = startZ,
      dx = startDx,
      dy = startDy,
      dz = startDz;
    let tr = 1,
      tg = 1,
      tb = 1;
    let tintR = 1,
      tintG = 1,
      tintB = 1;
    let lobe: number = RESULT.diffuse;
    let first = true,
      afterGloss = true,
      lastRoughness = 1,
      bounceDensity = 0,
      dimension = 1,
      travelled = 0,
      curtains = 0;
    for (let bounce = 0; bounce <= maxBounces; ) {
      const i = rays.nearest(ox, oy, oz, dx, dy, dz, 1e9);
      if (i < 0) {
        scene.outdoors(dx, dy, dz, sky);
        if (first) {
          result[RESULT.emitted] = sky[0]! * tintR;
          result[RESULT.emitted + 1] = sky[1]! * tintG;
          result[RESULT.emitted + 2] = sky[2]! * tintB;
          result[RESULT.distance] = SKY_DISTANCE_M;
          return;
        }
        const weight = afterGloss ? 1 : bounceDensity / (bounceDensity + light.portals.density(dx, dy, dz));
        add(lobe, sky[0]! * tr * weight, sky[1]! * tg * weight, sky[2]! * tb * weight, bounce > 1);
        return;
      }
      const t = hit[0]!;
      const m = materials[materialOf[i]!]!;
      const x = ox + dx * t,
        y = oy + dy * t,
        z = oz + dz * t;
      travelled += t;
      if (m.emission !== undefined) {
        const e = m.emission;
        if (first) {
          result[RESULT.emitted] = e[0] * tintR;
          result[RESULT.emitted + 1] = e[1] * tintG;
          result[RESULT.emitted + 2] = e[2] * tintB;
          result[RESULT.distance] = travelled;
        } else if (afterGloss) {
          // After a diffuse bounce the lamp was already sampled directly.
          add(lobe, e[0] * tr, e[1] * tg, e[2] * tb, true);
        }
        return;
      }
      if (m.openness > 0 && !first && curtains < MAX_CURTAINS && sampler.random() < m.openness) {
        curtains++;
        ox = x + dx * 1e-4;
        oy = y + dy * 1e-4;
        oz = z + dz * 1e-4;
        continue;
      }
      const detailed = bounce === 0;
      surface.look(i, hit[1]!, hit[2]!, dx, dy, dz, detailed ? travelled * pixel_rad : travelled * 0.06, detailed);
      const roughness = A[3]!;
      const againstNormal = N[0]! * dx + N[1]! * dy + N[2]! * dz;

      if (first && m.metal && roughness < MIRROR_ROUGHNESS) {
        tintR *= A[0]!;
        tintG *= A[1]!;
        tintB *= A[2]!;
        dx -= 2 * againstNormal * N[0]!;
        dy -= 2 * againstNormal * N[1]!;
        dz -= 2 * againstNormal * N[2]!;
        ox = x + F[0]! * LIFT_M;
        oy = y + F[1]! * LIFT_M;
        oz = z + F[2]! * LIFT_M;
        bounce++;
        continue;
      }
      if (first) {
        // All light of a metal is gloss.
        result[RESULT.albedo] = m.metal ? 0 : A[0]! * tintR;
        result[RESULT.albedo + 1] = m.metal ? 0 : A[1]! * tintG;
        result[RESULT.albedo + 2] = m.metal ? 0 : A[2]! * tintB;
        result[RESULT.normal] = N[0]!;
        result[RESULT.normal + 1] = N[1]!;
        result[RESULT.normal + 2] = N[2]!;
        result.set(smoothNormal, RESULT.smooth);
        result[RESULT.distance] = travelled;
      } else if (cache !== undefined && !m.metal && t > CACHE_FROM_M && (!afterGloss || lastRoughness > 0.3)) {
        if (addCached(lobe, x, y, z, tr, tg, tb)) return;
      }

      const cosine = Math.max(1e-3, -againstNormal);
      let glossy = m.metal;
      if (!glossy && m.specular > 0 && bounce <= LAST_GLOSSY_BOUNCE && roughness < 0.65) {
        const fresnel = m.specular + (1 - m.specular) * (1 - cosine) ** 5 * (1 - roughness * 0.6);
        const chance = first ? Math.min(0.5, Math.max(fresnel, 0.12)) : fresnel;
        glossy = sampler.random() < chance;
        const k = glossy ? fresnel / chance : (1 - fresnel) / (1 - chance);
        tr *= k;
        tg *= k;
        tb *= k;
      }
      if (first) lobe = glossy ? RESULT.gloss : RESULT.diffuse;
      if (first && glossy) {
        tr *= tintR;
        tg *= tintG;
        tb *= tintB;
      }

      if (glossy) {
        sampler.draw(dimension);
        tangents();
        const alpha = Math.max(0.002, roughness * roughness);
        const cos = Math.sqrt((1 - pair[0]!) / (1 + (alpha * alpha - 1) * pair[0]!));
        const sin = Math.sqrt(Math.max(0, 1 - cos * cos)),
          angle = 2 * Math.PI * pair[1]!;
        const p = sin * Math.cos(angle),
          q = sin * Math.sin(angle);
        const hx = tangent[0]! * p + tangent[3]! * q + N[0]! * cos;
        const hy = tangent[1]! * p + tangent[4]! * q + N[1]! * cos;
        const hz = tangent[2]! * p + tangent[5]! * q + N[2]! * cos;
        const along = dx * hx + dy * hy + dz * hz;
        dx -= 2 * along * hx;
        dy -= 2 * along * hy;
        dz -= 2 * along * hz;
        if (dx * F[0]! + dy * F[1]! + dz * F[2]! <= 0) return;
        if (m.metal) {
          const edge = (1 - Math.min(1, Math.abs(along))) ** 5;
          tr *= A[0]! + (1 - A[0]!) * edge;
          tg *= A[1]! + (1 - A[1]!) * edge;
          tb *= A[2]! + (1 - A[2]!) * edge;
        }
        afterGloss = true;
        lastRoughness = roughness;
        first = false;
        ox = x + F[0]! * LIFT_M;
        oy = y + F[1]! * LIFT_M;
        oz = z + F[2]! * LIFT_M;
        dimension += 1;
        bounce++;
        continue;
      }

      // The albedo of the first diffuse surface stays out, so that the denoiser never blurs a texture.
      if (!first) {
        tr *= A[0]!;
        tg *= A[1]!;
        tb *= A[2]!;
      }
      light.gather(x, y, z, N, F, m.translucency, dimension);
      add(lobe, light.sum[0]! * tr, light.sum[1]! * tg, light.sum[2]! * tb, bounce > 0);

      if (bounce === maxBounces) return;
      sampler.draw(dimension + 3);
      dimension += 4;
      tangents();
      const out = Math.sqrt(pair[0]!),
        angle = 2 * Math.PI * pair[1]!,
        up = Math.sqrt(Math.max(1e-6, 1 - pair[0]!));
      const p = out * Math.cos(angle),
        q = out * Math.sin(angle);
      dx = tangent[0]! * p + tangent[3]! * q + N[0]! * up;
      dy = tangent[1]! * p + tangent[4]! * q + N[1]! * up;
      dz = tangent[2]! * p + tangent[5]! * q + N[2]! * up;
      const through = m.translucency > 0 && sampler.random() < m.translucency;
      const side = through ? -1 : 1;
      dx *= side;
      dy *= side;
      dz *= side;
      bounceDensity = (up / Math.PI) * (through ? m.translucency : 1 - m.translucency);
      if ((dx * F[0]! + dy * F[1]! + dz * F[2]!) * side <= 0) return;
      ox = x + F[0]! * LIFT_M * side;
      oy = y + F[1]! * LIFT_M * side;
      oz = z + F[2]! * LIFT_M * side;
      afterGloss = false;
      first = false;
      bounce++;
      if (bounce > ROULETTE_FROM_BOUNCE) {
        const survive = Math.min(0.95, Math.max(tr, tg, tb));
        if (sampler.random() > survive) return;
        tr /= survive;
        tg /= survive;
        tb /= survive;
      }
    }
  }

  return { trace, result, sampler, rays };
}
