import Type from 'typebox';

/** The fields that say where a viewer looks, in every payload that holds a view. */
export const view = {
  longitude: Type.Number({
    description: 'Direction of view around the vertical, in radians: λ looks along (−sin λ, 0, −cos λ).',
  }),
  latitude: Type.Number({ description: 'Direction of view above (positive) or below the horizon, in radians.' }),
  fov: Type.Number({ description: 'Vertical field of view, in degrees.' }),
};

/** Compass heading, as tours carry it beside a view. */
export const heading = Type.Number({
  description: 'Heading of the view against the tour’s north, in radians; mostly 0.',
});

/** Distance of the camera from what it looks at. */
export const distance = Type.Number({
  description: 'Distance of the camera from its target, in metres; 0 inside a panorama.',
});

/** Which of the viewer's modes a view belongs to. */
export const mode = Type.String({ description: 'Mode of the viewer, such as Panorama, Floorplan, Topview or Model.' });
