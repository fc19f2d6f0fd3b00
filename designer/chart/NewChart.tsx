/** A new report over an object, or a new board: what it is called, and for a report whose rows it counts. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import type { DeskView } from '../desk/desk';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { AppLine, ownCodeProblem, useAppChoice } from '../workspace/AppLine';
import { objectsOf } from '../workspace/objects';
import { useAgreed, useProposed } from '../workspace/use-proposed';
import { boardText, type ChartWish, reportText, sourceOfReport, sourceOfText } from './new-chart';

export interface MadeChart {
  readonly app: string;
  readonly newApp: string | undefined;
  readonly doc: ReportDoc | BoardDoc;
  /** the report a board stands on, made with it */
  readonly report?: ReportDoc;
}
interface Props {
  readonly sort: 'report' | 'board';
  readonly app: string;
  readonly view: DeskView;
  readonly onClose: () => void;
  readonly onMake: (made: MadeChart) => Promise<boolean>;
}

export const NewChart = ({ sort, app: at, view, onClose, onMake }: Props) => {
  const [title, setTitle] = useState('');
  const [typed, setTyped] = useState<string>();
  // what is looked at is what is counted
  const [from, setFrom] = useState(() => openSource(view));
  const [busy, setBusy] = useState(false);
  const choice = useAppChoice(view, at, title);
  const taken = new Set(
    view.documents.filter((doc) => /^(object|report|board|print|block)$/.test(doc.sort)).map((doc) => doc.code),
  );
  const proposed = useProposed(title.trim(), taken, 'x');
  const code = typed ?? proposed.code;
  const wrong = code === '' ? '' : ownCodeProblem(code, taken, 'xToolStat');
  const objects = objectsOf(view);
  const sources = [...objects.values()].flatMap((object) =>
    object.storage === 'none' || object.settings !== undefined
      ? []
      : [
          { value: object.object, label: object.title },
          ...Object.values(object.fields)
            .filter((field) => field.sub !== undefined)
            .map((field) => ({ value: `${object.object}.${field.code}`, label: `${object.title} › ${field.title}` })),
        ],
  );
  const [object, sub] = from?.split('.') ?? [];
  const source = objects.get(object ?? '');
  /** a report that counts it already */
  const known =
    sort === 'board' && from !== undefined
      ? [...view.library.reports.values()].find(
          ({ report }) => report.from === object && report.sub === sub && report.service === undefined,
        )
      : undefined;
  const counted = (sub === undefined ? source?.title : source?.fields[sub]?.title) ?? '';
  const beside = sort === 'board' && source !== undefined && known === undefined ? `${counted}统计` : '';
  const besideCode = useProposed(beside, new Set([...taken, code]), 'x');
  const settled = (typed !== undefined || proposed.settled) && besideCode.settled;
  const ready =
    !busy &&
    title.trim() !== '' &&
    code !== '' &&
    wrong === '' &&
    choice.ready &&
    (sort === 'board' || source !== undefined);
  /** a report stands in the app of what it counts */
  const follow = (value: string | undefined): void => {
    setFrom(value);
    if (value === undefined) return;
    const home = view.documents.find((doc) => doc.id === `object:${value.split('.')[0]}`)?.app;
    if (home !== undefined && choice.apps.some(({ code: known }) => known === home)) choice.choose(home);
  };
  const documentsOf = (wish: ChartWish, isObject: (text: string) => boolean): Pick<MadeChart, 'doc' | 'report'> => {
    if (source === undefined) return { doc: boardText(wish) };
    if (sort === 'report') return { doc: reportText(wish, source, sub, isObject) };
    if (known !== undefined) return { doc: boardText(wish, sourceOfReport(known.report)) };
    const report = reportText({ code: besideCode.code, title: beside }, source, sub, isObject);
    return { doc: boardText(wish, sourceOfText(report, source)), report };
  };
  const make = (): void => {
    const wish = { code, title: title.trim() };
    const isObject = (text: string): boolean => objects.has(text);
    setBusy(true);
    void onMake({ ...choice.wish, ...documentsOf(wish, isObject) }).then((made) => {
      setBusy(false);
      if (made) onClose();
    });
  };
  const done = useAgreed(settled, ready, make);
  return (
    <FormDialog
      title={sort === 'report' ? '新建报表' : '新建看板'}
      ready={ready || !settled}
      onDone={done}
      onCancel={onClose}
    >
      <FormLine label="标题">
        <Input
          autoFocus
          value={title}
          maxLength={40}
          aria-label="标题"
          placeholder={sort === 'report' ? '如 工装借用统计' : '如 车间日看板'}
          onChange={(event) => setTitle(event.target.value)}
          onPressEnter={done}
        />
      </FormLine>
      <FormLine label="数据来源">
        <Select
          showSearch
          allowClear={sort === 'board'}
          optionFilterProp="label"
          placeholder={sort === 'board' ? '不选则从空看板开始' : '数哪种单据或明细的行'}
          aria-label="数据来源"
          value={from ?? null}
          options={sources}
          onChange={follow}
        />
        {beside !== '' && <small>还没有数它的报表，将一并新建报表「{beside}」</small>}
        {known !== undefined && <small>看板数报表「{known.report.title}」</small>}
      </FormLine>
      <AppLine choice={choice} onEnter={done} />
      <FormLine label="编码" wrong={wrong}>
        <Input
          value={code}
          aria-label="编码"
          onChange={(event) => setTyped(event.target.value.trim())}
          onPressEnter={done}
        />
      </FormLine>
    </FormDialog>
  );
};

/** The own object that is open, where its rows can be counted. */
const openSource = ({ open, object }: DeskView): string | undefined =>
  open?.sort === 'object' &&
  open.own &&
  object !== undefined &&
  object.storage !== 'none' &&
  object.settings === undefined
    ? object.object
    : undefined;
