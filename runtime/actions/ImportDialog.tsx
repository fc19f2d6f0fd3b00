/** An import in four steps: 选择文件 → 核对 → 导入 → 结果. The trial tells all errors before anything is kept. */
import { Alert, Button, Modal, Progress, Radio, Select, Steps, Upload } from 'antd';
import { useRef, useState } from 'react';
import type { ImportAnswer, ImportProblem } from '../../schemas/language/wire';
import { saveContent } from '../data/download';
import { HttpError } from '../data/http';
import { newToken } from '../data/ids';
import { recordClient } from '../data/record-client';
import { useHost } from '../page/host';
import { Icon } from '../page/index';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import styles from './ImportDialog.module.css';

export interface ImportDialogProps {
  readonly page: Page;
  readonly onClose: (done: boolean) => void;
}
type Mode = 'add' | 'update' | 'upsert';
type State =
  | { readonly at: 'file'; readonly text?: string }
  | { readonly at: 'trial' | 'run'; readonly done: number; readonly all: number }
  | { readonly at: 'checked' | 'done'; readonly data: ImportAnswer };

const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'add', label: '新增' },
  { value: 'update', label: '更新已有' },
  { value: 'upsert', label: '新增并更新' },
];
const STEP = { file: 0, trial: 1, checked: 1, run: 2, done: 3 } as const;
const TYPES = '.xlsx,.csv';
const MAX_MB = 20;

export function ImportDialog({ page, onClose }: ImportDialogProps) {
  const host = useHost();
  const sheets = Object.entries(page.object.import);
  const [code, setCode] = useState(sheets[0]?.[0]);
  const sheet = code === undefined ? undefined : page.object.import[code];
  const keys = sheet?.key ?? [];
  const [mode, setMode] = useState<Mode>(sheet?.mode ?? 'add');
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<State>({ at: 'file' });
  const stop = useRef<AbortController>(null);
  const token = useRef(newToken());

  const send = async (at: 'trial' | 'run'): Promise<void> => {
    if (file === undefined) return;
    const own = new AbortController();
    stop.current = own;
    setState({ at, done: 0, all: 0 });
    const params = {
      ...(code === undefined ? {} : { code }),
      mode,
      ...(at === 'trial' ? { dryRun: '1' as const } : { token: token.current }),
    };
    try {
      const data = await recordClient.import(page.code, file, params, {
        quiet: true,
        signal: own.signal,
        onLine: (line) => {
          const { done, all } = line as { readonly done?: number; readonly all?: number };
          if (done !== undefined && all !== undefined && !own.signal.aborted) setState({ at, done, all });
        },
      });
      if (!own.signal.aborted) setState({ at: at === 'trial' ? 'checked' : 'done', data });
    } catch (error) {
      if (own.signal.aborted) return;
      setState({ at: 'file', text: error instanceof HttpError ? error.msg : '导入没有完成，请重试' });
    }
  };
  const choose = (next: File): void => {
    // another file is another import
    token.current = newToken();
    const isLarge = next.size > MAX_MB * 1_048_576;
    setFile(isLarge ? undefined : next);
    setState(isLarge ? { at: 'file', text: `文件超过${MAX_MB}MB` } : { at: 'file' });
  };
  const close = (): void => {
    stop.current?.abort();
    onClose(state.at === 'done');
  };
  const template = (): void => {
    void recordClient.template(page.code, code).catch(() => undefined);
  };
  const isBusy = state.at === 'trial' || state.at === 'run';

  return (
    <Modal
      open
      centered
      title={`导入${page.object.title}`}
      width={rem(720)}
      maskClosable={false}
      // what is being kept is not left half seen
      closable={state.at !== 'run'}
      keyboard={state.at !== 'run'}
      onCancel={close}
      footer={
        <Footer
          state={state}
          hasFile={file !== undefined}
          onClose={close}
          onBack={() => setState({ at: 'file' })}
          onCheck={() => void send('trial')}
          onRun={() => void send('run')}
        />
      }
    >
      <Steps
        size="small"
        current={STEP[state.at]}
        items={['选择文件', '核对', '导入', '结果'].map((title) => ({ title }))}
        className={styles.steps ?? ''}
      />
      {state.at === 'file' && (
        <>
          <div className={styles.line}>
            {sheets.length > 1 && (
              <Select
                aria-label="模板"
                value={code ?? ''}
                onChange={(next) => {
                  setCode(next);
                  setMode(page.object.import[next]?.mode ?? 'add');
                }}
                options={sheets.map(([value, sheet]) => ({ value, label: sheet.title ?? page.object.title }))}
              />
            )}
            {keys.length > 0 && (
              <Radio.Group
                aria-label="导入方式"
                value={mode}
                onChange={(event) => setMode(event.target.value as Mode)}
                options={[...MODES]}
              />
            )}
            <Button type="link" icon={<Icon name="download" />} onClick={template}>
              下载模板
            </Button>
          </div>
          {mode !== 'add' && (
            <p className={styles.hint}>
              按{keys.map((key) => page.object.fields[key]?.title ?? key).join('、')}
              查找已有数据；空单元格不改变原值，填写 - 表示清空
            </p>
          )}
          <Upload.Dragger
            accept={TYPES}
            maxCount={1}
            showUploadList={false}
            beforeUpload={(next) => {
              choose(next);
              return false;
            }}
          >
            <p className={styles.drop}>{file === undefined ? '点击选择文件，或把文件拖到这里' : file.name}</p>
            <p className={styles.hint}>
              {file === undefined ? `.xlsx 或 .csv，不超过${MAX_MB}MB，第一行为列名` : '点击可重新选择'}
            </p>
          </Upload.Dragger>
          {state.text !== undefined && (
            <Alert type="error" showIcon message={state.text} className={styles.alert ?? ''} />
          )}
        </>
      )}
      {isBusy && (
        <div role="status" className={styles.busy}>
          <p>
            {state.at === 'trial' ? '正在核对' : '正在导入'}
            {state.all > 0 ? `，${state.done.toLocaleString('zh-CN')} / ${state.all.toLocaleString('zh-CN')}` : '…'}
          </p>
          <Progress
            percent={state.all === 0 ? 0 : Math.floor((state.done / state.all) * 100)}
            status="active"
            aria-label="进度"
          />
        </div>
      )}
      {state.at === 'checked' && (
        <>
          <Alert
            type={state.data.failed > 0 ? 'error' : state.data.warnings.length > 0 ? 'warning' : 'success'}
            showIcon
            message={checkedText(state.data)}
          />
          {state.data.failed > 0 && (
            <div className={styles.line}>
              <span className={styles.hint}>全部正确后才能导入，请修改后重新选择文件</span>
              {state.data.file !== undefined && (
                <Button type="link" icon={<Icon name="download" />} onClick={() => saveFile(state.data.file)}>
                  下载错误文件
                </Button>
              )}
            </div>
          )}
          <Problems rows={state.data.failed > 0 ? state.data.errors : state.data.warnings} all={state.data.failed} />
        </>
      )}
      {state.at === 'done' && (
        <Alert
          type="success"
          showIcon
          message="导入完成"
          description={`新增 ${state.data.added} 条，更新 ${state.data.changed} 条`}
        />
      )}
    </Modal>
  );

  function saveFile(given: ImportAnswer['file']): void {
    if (given === undefined) return;
    saveContent(given);
    host.feedback.success('已下载错误文件，红色单元格需要修改');
  }
}

const checkedText = ({ rows, passed, failed, added, changed, warnings }: ImportAnswer): string =>
  failed > 0
    ? `共${rows}行，通过${passed}行，错误${rows - passed}行`
    : `共${rows}行，全部通过，将新增 ${added} 条、更新 ${changed} 条${warnings.length > 0 ? `，${warnings.length} 处提醒` : ''}`;

function Problems({ rows, all }: { readonly rows: readonly ImportProblem[]; readonly all: number }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.problems}>
      <table>
        <thead>
          <tr>
            <th>行</th>
            <th>列</th>
            <th>原因</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.row} ${row.column} ${row.text}`}>
              <td>{row.row}</td>
              <td>{row.column}</td>
              <td>{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > rows.length && <p className={styles.hint}>仅显示前{rows.length}处，全部见错误文件</p>}
    </div>
  );
}

interface FooterProps {
  readonly state: State;
  readonly hasFile: boolean;
  readonly onClose: () => void;
  readonly onBack: () => void;
  readonly onCheck: () => void;
  readonly onRun: () => void;
}
function Footer({ state, hasFile, onClose, onBack, onCheck, onRun }: FooterProps) {
  switch (state.at) {
    case 'file':
      return (
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" disabled={!hasFile} onClick={onCheck}>
            核对
          </Button>
        </>
      );
    case 'trial':
      return <Button onClick={onClose}>取消</Button>;
    case 'run':
      return null;
    case 'checked':
      return (
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type={state.data.failed > 0 ? 'primary' : 'default'} onClick={onBack}>
            重新选择
          </Button>
          {state.data.failed === 0 && (
            <Button type="primary" onClick={onRun}>
              确认导入
            </Button>
          )}
        </>
      );
    case 'done':
      return (
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      );
  }
}
