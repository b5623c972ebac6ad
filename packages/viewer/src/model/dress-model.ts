import { type Color, Light, Line, LineBasicMaterial, Mesh, type Object3D, Points, PointsMaterial } from 'three';

/** Across of a point, in CSS pixels: those of one, which glTF asks for, are lost on a page. */
const POINT_PX = 3;
/** Lighter and darker than this, of 1, lines are white or black, as pages are: then they are of a grey that shows on both. */
const [WHITE, BLACK, GREY] = [0.8, 0.05, 0.2] as const;

/** Makes what was read of a glTF file fit to be looked at on a page. */
export function dressModel(model: Object3D): void {
  model.traverse((object) => {
    // Its own lamps are made for a renderer with an exposure; the stage has light enough. What hangs on a lamp shows: a lamp that
    // were not visible would hide it, and one in no layer gives no light.
    if (object instanceof Light) object.layers.disableAll();
    if (object instanceof Mesh || object instanceof Line || object instanceof Points) measure(object);
    if (!(object instanceof Line || object instanceof Points)) return;
    const { material } = object;
    if (material instanceof PointsMaterial) material.size = POINT_PX;
    else if (!(material instanceof LineBasicMaterial)) return;
    if (!material.vertexColors && isOfPage(material.color)) material.color.setScalar(GREY);
  });
}

/** What is drawn and what is in view follows from its extent, of which the file may say something else. */
function measure({ geometry }: Mesh | Line | Points): void {
  geometry.computeBoundingBox();
  geometry.computeBoundingSphere();
}

const isOfPage = ({ r, g, b }: Color) => Math.min(r, g, b) > WHITE || Math.max(r, g, b) < BLACK;
