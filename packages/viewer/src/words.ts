/** Everything the view says, in one language. */
export interface Words {
  readonly loading: string;
  readonly walkTo: (index: number, name: string) => string;
  readonly viewpoint: (index: number, name: string) => string;
  readonly tag: (name: string) => string;
  readonly many: (count: number) => string;
  readonly next: string;
  readonly closer: string;
  readonly further: string;
  readonly reset: string;
  readonly north: string;
  readonly play: string;
  readonly pause: string;
  readonly measure: string;
  readonly measureFrom: string;
  readonly measureTo: string;
  readonly measureMissed: string;
  readonly length: (metres: string) => string;
  readonly measured: (metres: string) => string;
  readonly panorama: string;
  readonly model: string;
  readonly plan: string;
  readonly floors: string;
  readonly floor: (number: number) => string;
  readonly vr: string;
  readonly leaveVr: string;
  readonly noVr: string;
  readonly fullScreen: string;
  readonly leaveFullScreen: string;
  readonly keys: string;
  readonly fullScreenKey: string;
  /** Between sentences without an end. */
  readonly between: string;
  readonly noTour: string;
  readonly noWebgl: string;
  readonly noPictures: string;
  readonly somePictures: string;
  readonly metres: string;
  readonly noReads: string;
  readonly noModel: string;
  readonly paleModel: string;
  readonly drawnInstead: string;
  readonly noPlan: string;
  readonly empty: string;
  /** Between sentences with an end. */
  readonly afterStop: string;
  readonly retry: string;
}

const joined = (text: string, name: string, between: string) => (name === '' ? text : `${text}${between}${name}`);

const en: Words = {
  loading: 'Loading',
  walkTo: (index, name) => joined(`Walk to viewpoint ${index}`, name, ', '),
  viewpoint: (index, name) => joined(`Viewpoint ${index}`, name, ' · '),
  tag: (name) => joined('Tag', name, ': '),
  many: (count) => `${count} things here`,
  next: 'From here to',
  closer: 'Zoom in',
  further: 'Zoom out',
  reset: 'Reset the view',
  north: 'Look to the top of the plan',
  play: 'Walk through the tour',
  pause: 'Stop walking',
  measure: 'Measure',
  measureFrom: 'Pick the place to measure from',
  measureTo: 'Pick the place to measure to',
  measureMissed: 'There is nothing of the model at this place. Pick another one',
  length: (metres) => `${metres} m`,
  measured: (metres) => `Length: ${metres} metres`,
  panorama: 'Panorama',
  model: 'Doll’s house',
  plan: 'Plan',
  floors: 'Floors',
  floor: (number) => `Floor ${number}`,
  vr: 'View in VR',
  leaveVr: 'Leave VR',
  noVr: 'The headset could not be used. The tour continues here.',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  keys: 'Arrow keys turn and walk, plus and minus zoom; N turns to the top of the plan, P walks through the tour, M measures',
  fullScreenKey: 'F fills the screen',
  between: '; ',
  noTour: 'This tour cannot be shown at the moment.',
  noWebgl: 'This browser cannot draw in three dimensions. Still pictures and the plan stand in.',
  noPictures: 'The pictures of this viewpoint are out of reach.',
  somePictures: 'Some pictures of this viewpoint are out of reach.',
  metres: 'Lines on the floor are a metre apart.',
  noReads: 'Some of what belongs to this tour did not arrive.',
  noModel: 'The model could not be loaded.',
  paleModel: 'Some files of the model are out of reach.',
  drawnInstead: 'Viewpoints and the ways between them are drawn instead.',
  noPlan: 'No plan can be drawn of this model.',
  empty: 'This tour has no viewpoints, and no model that can be shown.',
  afterStop: ' ',
  retry: 'Try again',
};

const zh: Words = {
  loading: '正在加载',
  walkTo: (index, name) => joined(`走到点位 ${index}`, name, '，'),
  viewpoint: (index, name) => joined(`点位 ${index}`, name, ' · '),
  tag: (name) => joined('标签', name, '：'),
  many: (count) => `此处有 ${count} 项`,
  next: '从这里可到',
  closer: '放大',
  further: '缩小',
  reset: '重置视图',
  north: '朝向平面图上方',
  play: '自动参观',
  pause: '停下',
  measure: '测量',
  measureFrom: '请选择测量的起点',
  measureTo: '请选择测量的终点',
  measureMissed: '这里没有模型，请选择别处',
  length: (metres) => `${metres} 米`,
  measured: (metres) => `长度：${metres} 米`,
  panorama: '全景',
  model: '三维模型',
  plan: '平面图',
  floors: '楼层',
  floor: (number) => `第 ${number} 层`,
  vr: '用 VR 观看',
  leaveVr: '退出 VR',
  noVr: '无法使用 VR 头显，可在此继续观看。',
  fullScreen: '全屏',
  leaveFullScreen: '退出全屏',
  keys: '方向键转动和行走，加减号缩放；N 键朝向平面图上方，P 键自动参观，M 键测量',
  fullScreenKey: 'F 键全屏',
  between: '；',
  noTour: '暂时无法显示这个空间。',
  noWebgl: '这个浏览器无法绘制三维画面，改为显示静态图片和平面图。',
  noPictures: '无法取得这个点位的图片。',
  somePictures: '无法取得这个点位的部分图片。',
  metres: '地面上的线间隔一米。',
  noReads: '这个空间的部分内容没有收到。',
  noModel: '模型无法加载。',
  paleModel: '无法取得模型的部分文件。',
  drawnInstead: '改为绘制点位和它们之间的通路。',
  noPlan: '这个模型无法绘制平面图。',
  empty: '这个空间没有点位，也没有可显示的模型。',
  afterStop: '',
  retry: '重试',
};

/** @returns The words of the nearest language there is: English, or Chinese. */
export function wordsOf(language: string): Words {
  // Some write `zh_CN`.
  return /^zh(?![a-z])/i.test(language) ? zh : en;
}
