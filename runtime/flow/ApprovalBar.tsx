/** The bar under a document that waits for me: opinion, and the acts my node allows. The acts are those of the task's own document. */
import { Button, Dropdown, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import type { FileValue, Value } from '../../schemas/language/value';
import { useActions } from '../actions/index';
import { SignatureInput } from '../fields/signature/Input';
import { FileBox } from '../files/FileBox';
import { useHost } from '../page/host';
import type { Page } from '../page/types';
import { usePage } from '../page/use-page';
import styles from './ApprovalBar.module.css';
import { NextTask } from './NextTask';
import { type MyTask, useProcess } from './process';

export interface ApprovalBarProps {
  readonly object: string;
  readonly id: string;
  readonly version: unknown;
  /** I have answered it since it was opened: what waits next is offered */
  readonly isAnswered: boolean;
  /** the document has changed with my answer */
  readonly onDone: () => void;
}

export function ApprovalBar({ object, id, version, isAnswered, onDone }: ApprovalBarProps) {
  const { data } = useProcess(object, id, version);
  const task = data?.myTask ?? null;
  if (task !== null) return <TaskBar task={task} onDone={onDone} />;
  return isAnswered ? <NextTask id={id} /> : null;
}

function TaskBar({ task, onDone }: { readonly task: MyTask; readonly onDone: () => void }) {
  const state = usePage('flowTask');
  return state.status === 'ready' ? <OpenBar page={state.page} task={task} onDone={onDone} /> : null;
}

const SIGNATURE = { title: '签名', path: 'flowTask.signature' } as const;
const MAX_FILES = 9;
/** What people write most. */
const PHRASES: readonly string[] = ['同意', '情况属实，同意', '请补充说明', '价格偏高，请重新议价'];

interface OpenBarProps {
  readonly page: Page;
  readonly task: MyTask;
  readonly onDone: () => void;
}

function OpenBar({ page, task, onDone }: OpenBarProps) {
  const host = useHost();
  const box = useRef<TextAreaRef>(null);
  const [opinion, setOpinion] = useState('');
  const [signature, setSignature] = useState<readonly FileValue[]>([]);
  const [files, setFiles] = useState<readonly FileValue[]>([]);
  const [attaches, setAttaches] = useState(task.files === true);
  const actions = useActions(page, () => {
    setOpinion('');
    setSignature([]);
    setFiles([]);
    onDone();
  });
  const needsName = task.signature === true && task.isSigned !== true;
  const run = (code: string, given?: Readonly<Record<string, string>>): void => {
    const action = page.object.actions[code];
    if (action === undefined) return;
    const isAnswer = code === 'agree' || code === 'refuse';
    if (isAnswer && needsName && signature.length === 0) {
      host.feedback.warning('请手写签名');
      return;
    }
    if (code === 'agree' && task.files === true && files.length === 0) {
      host.feedback.warning('请上传附件');
      return;
    }
    const paper = {
      ...(signature.length > 0 ? { signature } : {}),
      ...(files.length > 0 ? { files } : {}),
    };
    const answers = given !== undefined && isAnswer ? { ...given, ...paper } : given;
    const row = { id: task.id, version: task.version, title: task.title, _actions: [code] };
    void actions.run(action, [row as never], answers === undefined ? {} : { answers: answers as never });
  };
  const said = opinion.trim();
  /** an act that needs its reason asks for it where it is written */
  const withReason = (word: string, act: () => void): void => {
    if (said !== '') {
      act();
      return;
    }
    host.feedback.warning(`请填写${word}原因`);
    box.current?.focus();
  };
  // own ones in the personal centre; until there are any, those of the product
  const phrases = task.phrases?.length ? task.phrases : PHRASES;
  const can = (act: string): boolean => task.acts.includes(act);
  const attachment = page.object.actions.agree?.ask?.files;
  if (task.isWaiting)
    return (
      <section className={styles.bar} aria-label="审批">
        <p>已加签，等待加签人处理</p>
        {actions.outlet}
      </section>
    );
  const more = [
    ...(can('transfer') ? [{ key: 'transfer', label: '转办' }] : []),
    ...(can('add') ? [{ key: 'addSign', label: '加签' }] : []),
    ...(can('cc') ? [{ key: 'copyTo', label: '抄送' }] : []),
  ];
  return (
    <section className={styles.bar} aria-label="审批">
      <div className={styles.what}>
        <b>{task.title}</b>
        <small>{task.why}</small>
      </div>
      {attachment !== undefined && attaches && !can('read') && (
        <div className={styles.files} role="group" aria-label={task.files === true ? '附件（必传）' : '附件'}>
          <FileBox field={attachment} files={files} max={MAX_FILES} onChange={setFiles} />
        </div>
      )}
      {can('read') ? (
        <Button type="primary" onClick={() => run('read')}>
          已阅
        </Button>
      ) : (
        <>
          <Input.TextArea
            ref={box}
            className={styles.opinion ?? ''}
            aria-label="意见"
            placeholder={task.opinion === 'always' ? '意见（必填）' : '意见，Ctrl+Enter 同意'}
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={2000}
            value={opinion}
            onChange={(event) => setOpinion(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run('agree', { opinion: said });
            }}
          />
          <Dropdown
            trigger={['click']}
            menu={{ items: phrases.map((text) => ({ key: text, label: text, onClick: () => setOpinion(text) })) }}
          >
            <Button>常用意见</Button>
          </Dropdown>
          {attachment !== undefined && !attaches && <Button onClick={() => setAttaches(true)}>附件</Button>}
          {needsName && (
            <SignatureInput
              field={SIGNATURE}
              value={signature as Value}
              onChange={(value) => setSignature((value ?? []) as readonly FileValue[])}
            />
          )}
          <Button type="primary" data-action="agree" onClick={() => run('agree', { opinion: said })}>
            同意
          </Button>
          {can('reject') && (
            <Button
              danger
              data-action="refuse"
              onClick={() => withReason('驳回', () => run('refuse', { opinion: said }))}
            >
              驳回
            </Button>
          )}
          {can('back') && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: task.backs.map(({ node, title }) => ({
                  key: node,
                  label: title,
                  onClick: () => withReason('退回', () => run('back', { node, opinion: said })),
                })),
              }}
            >
              <Button>退回</Button>
            </Dropdown>
          )}
          {more.length > 0 && (
            <Dropdown
              trigger={['click']}
              menu={{ items: more.map((item) => ({ ...item, onClick: () => run(item.key) })) }}
            >
              <Button aria-label="更多审批操作">⋯</Button>
            </Dropdown>
          )}
        </>
      )}
      {actions.outlet}
    </section>
  );
}
