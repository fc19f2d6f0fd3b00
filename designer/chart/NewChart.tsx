/** A new report over an object, or a new board: what it is called, and for a report whose rows it counts. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import type { DeskView } from '../desk/desk';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { AppLine, ownCodeProblem, useAppChoice } from '../workspace/AppLine';
import { objectsOf } from '../workspace/objects';
import { useAgreed, useProposed } from '../workspace/use-proposed';
import { boardText, reportText } from './new-chart';

export interface MadeChart {
  readonly app: string;
  readonly newApp: string | undefined;
  readonly doc: ReportDoc | BoardDoc;
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
  const [from, setFrom] = useState<string>();
  const [busy, setBusy] = useState(false);
  const choice = useAppChoice(view, at, title);
  const taken = new Set(
    view.documents.filter((doc) => /^(object|report|board|print|block)$/.test(doc.sort)).map((doc) => doc.code),
  );
  const proposed = useProposed(title.trim(), taken, 'x');
  const code = typed ?? proposed.code;
  const settled = typed !== undefined || proposed.settled;
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
  const ready =
    !busy &&
    title.trim() !== '' &&
    code !== '' &&
    wrong === '' &&
    choice.ready &&
    (sort === 'board' || source !== undefined);
  /** a report stands in the app of what it counts */
  const follow = (value: string): void => {
    setFrom(value);
    const home = view.documents.find((doc) => doc.id === `object:${value.split('.')[0]}`)?.app;
    if (home !== undefined && choice.apps.some(({ code: known }) => known === home)) choice.choose(home);
  };
  const make = (): void => {
    const wish = { code, title: title.trim() };
    const doc =
      sort === 'board' || source === undefined
        ? boardText(wish)
        : reportText(wish, source, sub, (text) => objects.has(text));
    setBusy(true);
    void onMake({ ...choice.wish, doc }).then((made) => {
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
      {sort === 'report' && (
        <FormLine label="数据来源">
          <Select
            showSearch
            optionFilterProp="label"
            placeholder="数哪种单据或明细的行"
            aria-label="数据来源"
            value={from ?? null}
            options={sources}
            onChange={follow}
          />
        </FormLine>
      )}
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
