/** Labels of the loft: in the room label plugin and in "Label data" alike. */
export const labels = [
  {
    id: 'room-living',
    name: 'Living room',
    floor_index: 0,
    pano_index: 6,
    longitude: 1.3024,
    position: { x: 2.2, y: 0.02, z: 2.2 },
  },
  {
    id: 'room-kitchen',
    name: 'Kitchen',
    floor_index: 0,
    pano_index: 3,
    longitude: 0,
    position: { x: 5.6, y: 0.02, z: 1.75 },
  },
  {
    id: 'room-bedroom',
    name: 'Bedroom',
    floor_index: 1,
    pano_index: 11,
    longitude: 0.7854,
    position: { x: 5.3, y: 2.82, z: 2.95 },
  },
];
