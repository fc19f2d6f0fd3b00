/** What a code does over a list on the floor: a step of the task it is about, a search of the list by it, or a record begun with it. */
import { gs1Of, ownCode } from '../../schemas/language/codec/scanned';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { labelOf } from '../actions/index';
import { recordClient } from '../data/record-client';
import { offerOf, scanClient } from '../data/scan-client';
import { splitParams } from '../list/search-body';
import { chooseOne, NOT_CHOSEN } from '../page/choose';
import type { Host } from '../page/host';
import type { Page } from '../page/types';
import type { Echo } from './ScanBox';
import type { TaskDesk } from './task-desk';
import { knownBy, mayBeginWith, scannedTexts, searchedBy, stepsOf, type Taking, takerOf } from './tasks';
import type { Narrowed } from './use-narrowed';

export interface Over {
  readonly page: Page;
  readonly host: Host;
  readonly desk: TaskDesk;
  readonly searched: Narrowed;
  readonly add: ResolvedAction | undefined;
  readonly begin: (scan: string) => void;
}

export async function takeCode({ page, host, desk, searched, add, begin }: Over, text: string): Promise<Echo> {
  const written = await writtenIn(page, text);
  if (written !== undefined) {
    searched.by({ [written.key]: text }, `${written.title} ${text}`);
    return { tone: 'good', text: `${written.title} ${text}` };
  }
  const { hits } = await scanClient.resolve(page.code, '', text);
  const hit = await chooseOne(host.feedback, text, hits, offerOf);
  if (hit === undefined) return { tone: 'bad', text: NOT_CHOSEN };
  const named = `${hit.objectTitle} ${hit.code}`;
  const able = desk.taking(hit);
  const taking = await chooseOne(host.feedback, text, able, taskOffer);
  if (taking !== undefined) {
    const { task, action } = taking;
    const isDone = await task.list.run(action, task.row, knownBy(taking, hit, text));
    return { tone: isDone ? 'good' : 'bad', text: `${named} ${action.title}${isDone ? '' : '未完成'}` };
  }
  if (able.length > 0) return { tone: 'bad', text: NOT_CHOSEN };
  if (takerOf(page, hit) !== undefined) return { tone: 'bad', text: `${named}：请先选中进行中的任务` };
  const own = desk.about(hit);
  const [task] = own;
  if (task !== undefined) {
    desk.narrowTo(own.length === 1 ? undefined : hit);
    desk.choose(task.row.id);
    const next = own.length === 1 ? stepsOf(task.list.page, task.row)[0] : undefined;
    if (next !== undefined) void task.list.run(next, task.row);
    return { tone: 'good', text: next === undefined ? named : `${named} ${next.title}` };
  }
  if (add !== undefined && hit.batchNbr === undefined && mayBeginWith(page, hit)) {
    begin(text);
    return { tone: 'good', text: `${named} ${add.title}` };
  }
  const search = searchedBy(page, hit);
  if (search === undefined) return { tone: 'bad', text: `${named}不在任务中` };
  searched.by(search, named);
  return (await countBy(page, search)) > 0
    ? { tone: 'good', text: named }
    : { tone: 'bad', text: `${named}：暂无${page.title}` };
}
const taskOffer = ({ task: { list, row }, action }: Taking) => ({
  label: labelOf(list.page.object, row),
  hint: action.title,
});

/** A text the list may be searched by in a scanned column (a lot), where it is written there; of labels the server knows what they are. */
async function writtenIn(page: Page, text: string) {
  if (ownCode(text) !== undefined || gs1Of(text) !== undefined) return undefined;
  for (const column of scannedTexts(page)) if ((await countBy(page, { [column.key]: text })) > 0) return column;
  return undefined;
}
/** How many tasks of the list these search values leave. */
async function countBy(page: Page, values: Readonly<Record<string, string>>): Promise<number> {
  const scheme = page.object.floor?.scheme;
  const body = { current: 1, size: 1, ...splitParams(page, values), ...(scheme === undefined ? {} : { scheme }) };
  const { total } = await recordClient.list(page.code, body, { quiet: true });
  return Number(total);
}
