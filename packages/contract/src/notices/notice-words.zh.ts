import { expectedForms } from './notice-expected.zh.ts';
import { foundForms } from './notice-found.zh.ts';
import type { NoticeWords } from './notice-words.ts';

const kinds: NoticeWords['kinds'] = {
  missing: '缺少',
  null: '为 null',
  'other-type': '类型不同',
  'id-unaddressable': '没有请求能取到',
  'id-twice': '重复',
  'operation-left-out': '未包含：不是对象',
  envelope: '带有外层信封',
  'encoded-twice': '编码了两次',
  'text-encoding': '不是普通的 UTF-8',
  'array-of-works': '作品数组',
  'not-taken': '未导入',
  'path-twice': '在压缩包中重复',
  'name-encoding': '文件名不是普通的 UTF-8',
  'name-spelling': '文件名写法不同',
  'dead-link': '指向不存在的点位',
  'one-way-link': '单向链接',
  'unreached-viewpoint': '无法到达的点位',
  'index-twice': '重复',
  'file-missing': '指向缺少的文件',
  'file-unused': '没有被引用的文件',
  'other-hosts': '文件在其他主机上',
  'file-not-fetched': '未能取回的文件',
  'no-base-url': '没有完整的地址',
};

const meanings: NoticeWords['meanings'] = {
  missing: '读取者得到的记录没有它',
  null: '原样返回，严格的客户端可能出错',
  'other-type': '原样返回，严格的客户端可能出错',
  'id-unaddressable': '没有请求能取到这条记录',
  'id-twice': '按 id 保存的读取者会丢失一条',
  'operation-left-out': '提供的 VR 空间没有这项操作',
  envelope: '读取者得到其中的 data',
  'encoded-twice': '读取者得到里面的 JSON',
  'text-encoding': '读取者得到 UTF-8 文本',
  'array-of-works': '数组中的每个作品是一个 VR 空间',
  'not-taken': '读取者看不到它',
  'path-twice': '采用最后一个，与解压程序相同',
  'name-encoding': '以读出的名称提供',
  'name-spelling': '以 VR 空间所用的名称提供',
  'dead-link': '查看器忽略这个链接',
  'one-way-link': '访客不能从那里走回来',
  'unreached-viewpoint': '访客只能通过平面图或模型到达',
  'index-twice': '查看器只显示其中一个',
  'file-missing': '打开该地址的读取者得到 404',
  'file-unused': '保留并提供',
  'other-hosts': '查看器从那里加载',
  'file-not-fetched': '地址保持不变',
  'no-base-url': '读取者得到本网关上的文件地址',
  refused: '没有导入：读取者看不到这个 VR 空间',
};

const meaningsAt: NoticeWords['meaningsAt'] = {
  'vr-info.json#/model': '查看器显示全景和平面图，没有模型',
  'vr-info.json#/model/file_url': '查看器找不到模型文件；读取 model.layers 的查看器显示其中的图层',
  'vr-info.json#/initial/pano_index': '查看器使用自己的初始值',
  'vr-info.json#/initial/longitude': '查看器使用自己的初始值',
  'vr-info.json#/initial/latitude': '查看器使用自己的初始值',
  'vr-info.json#/initial/fov': '查看器使用自己的初始值',
  'hot-list.json#/tagList/*/data/title': '标签卡片没有标题',
  'route-search.json#/list/*/path': '列出路线，但无法绘制',
  'route-search.json#/list/*/model_style_config/texture': '线条没有图案',
  'route-search.json#/list/*/panorama_style_config/texture': '线条没有图案',
};

/** What can differ in a tour that is imported, in Chinese. */
export const words: NoticeWords = { kinds, meanings, meaningsAt, found: foundForms, expected: expectedForms };
