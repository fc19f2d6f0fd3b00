/** An import in four steps: 选择文件 → 核对 → 导入 → 结果. The trial tells all errors before anything is kept. */
import { Alert, Button, Modal, Progress, Steps } from 'antd';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import { ImportChecked } from './ImportChecked';
import styles from './ImportDialog.module.css';
import { ImportFile } from './ImportFile';
import { type ChosenFile, type ImportState, useImport } from './use-import';

export interface ImportDialogProps {
  readonly page: Page;
  readonly onClose: (done: boolean) => void;
  readonly chosen?: ChosenFile;
}

const STEP = { file: 0, trial: 1, checked: 1, run: 2, done: 3 } as const;

export function ImportDialog({ page, onClose, chosen }: ImportDialogProps) {
  const given = useImport(page, onClose, chosen);
  const { state, close } = given;
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
          hasFile={given.file !== undefined}
          onClose={close}
          onBack={given.back}
          onCheck={() => void given.send('trial')}
          onRun={() => void given.send('run')}
        />
      }
    >
      <Steps
        size="small"
        current={STEP[state.at]}
        items={['选择文件', '核对', '导入', '结果'].map((title) => ({ title }))}
        className={styles.steps ?? ''}
      />
      {state.at === 'file' && <ImportFile page={page} given={given} text={state.text} />}
      {(state.at === 'trial' || state.at === 'run') && (
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
      {state.at === 'checked' && <ImportChecked data={state.data} />}
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
}

interface FooterProps {
  readonly state: ImportState;
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
