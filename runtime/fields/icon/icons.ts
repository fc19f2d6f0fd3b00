/** Icons a document may name, in Chinese. */
import type { IconName } from '../../page/Icon';

export const ICONS: readonly (readonly [IconName, string])[] = [
  ['factory', '工厂'],
  ['warehouse', '仓库'],
  ['cart', '采购'],
  ['truck', '运输'],
  ['box', '物料'],
  ['device', '设备'],
  ['quality', '质量'],
  ['chart', '图表'],
  ['people', '人员'],
  ['user', '用户'],
  ['doc', '单据'],
  ['list', '列表'],
  ['table', '表格'],
  ['file', '文件'],
  ['folder', '文件夹'],
  ['picture', '图片'],
  ['print', '打印'],
  ['scan', '扫码'],
  ['search', '查找'],
  ['setting', '设置'],
  ['lock', '锁定'],
  ['warn', '提醒'],
  ['info', '信息'],
  ['check', '完成'],
  ['refresh', '循环'],
  ['upload', '上传'],
  ['download', '下载'],
  ['home', '首页'],
  ['sun', '白班'],
  ['moon', '夜班'],
];
const TITLES = new Map<string, string>(ICONS);
/** `工厂`; a code nobody knows is `--` */
export const iconTitle = (code: string): string => TITLES.get(code) ?? '--';
