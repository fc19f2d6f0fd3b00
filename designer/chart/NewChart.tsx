/** A new report over an object, or a new board: what it is called, and for a report whose rows it counts. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import { FormDialog, FormLine } from '../parts/FormDialog';
import type { DeskView } from '../workspace/desk';
import { useProposed } from '../workspace/use-proposed';
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
  const apps = view.apps.filter((one) => one.own);
  const [app, setApp] = useState(() => (apps.some((one) => one.code === at) ? at : (apps[0]?.code ?? '')));
  const [newApp, setNewApp] = useState('');
  const taken = new Set(
    view.documents.filter((one) => /^(object|report|board|print|block)$/.test(one.sort)).map((one) => one.code),
  );
  const proposed = useProposed(title.trim(), taken, 'x');
  const code = typed ?? proposed;
  const wrong =
    code === ''
      ? ''
      : !/^x[A-Z][A-Za-z0-9]{0,38}$/.test(code)
        ? '编码以 x 加大写字母开头，如 xToolStat'
        : taken.has(code)
          ? `编码「${code}」已被使用`
          : '';
  const sources = [...view.library.objects.values()].flatMap(({ object }) =>
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
  const source = view.library.objects.get(object ?? '')?.object;
  const ready =
    !busy &&
    title.trim() !== '' &&
    code !== '' &&
    wrong === '' &&
    (app !== '' || newApp.trim() !== '') &&
    (sort === 'board' || source !== undefined);
  const done = (): void => {
    if (!ready) return;
    const wish = { code, title: title.trim() };
    const doc =
      sort === 'board' || source === undefined
        ? boardText(wish)
        : reportText(wish, source, sub, (one) => view.library.objects.has(one));
    setBusy(true);
    void onMake({ app, newApp: app === '' ? newApp.trim() : undefined, doc }).then((made) => {
      setBusy(false);
      if (made) onClose();
    });
  };
  return (
    <FormDialog title={sort === 'report' ? '新建报表' : '新建看板'} ready={ready} onDone={done} onCancel={onClose}>
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
            onChange={(value: string) => setFrom(value)}
          />
        </FormLine>
      )}
      <FormLine label="应用">
        {apps.length > 0 && (
          <Select
            value={app}
            aria-label="应用"
            options={[...apps.map((one) => ({ value: one.code, label: one.title })), { value: '', label: '新建应用…' }]}
            onChange={(value: string) => setApp(value)}
          />
        )}
        {app === '' && (
          <Input
            value={newApp}
            maxLength={20}
            aria-label="新应用的名称"
            placeholder="新应用的名称，如 车间现场"
            onChange={(event) => setNewApp(event.target.value)}
            onPressEnter={done}
          />
        )}
      </FormLine>
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
