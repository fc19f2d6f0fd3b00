/** 回退: what comes back, what is hidden, and only then the deed. */

import { useQuery } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useRef, useState } from 'react';
import { newToken } from '../../runtime/data/ids';
import { rem } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import { changeWords } from '../../schemas/language/words/index';
import { Asked } from './Asked';
import { isAnswered, useAnswers } from './answers';
import { ChangeList } from './ChangeList';
import { publishClient } from './client';
import { namesOf } from './names';
import styles from './publish.module.css';

export interface RollbackDialogProps {
  readonly document: string;
  readonly title: string;
  readonly version: number;
  readonly library: Library;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const RollbackDialog = ({ document, title, version, library, onDone, onClose }: RollbackDialogProps) => {
  const { answers, asked, answer } = useAnswers();
  const plan = useQuery({
    queryKey: ['design', 'rollback', document, version, asked],
    queryFn: () => publishClient.tryRollback(document, version, asked),
    staleTime: 0,
    // rows come and go: what was planned a while ago is no answer
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const compared = useQuery({
    queryKey: ['design', 'compare', document, 'now', version],
    queryFn: () => publishClient.compare({ document, from: version }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const token = useRef(newToken());
  const changes =
    compared.data === undefined
      ? []
      : changeWords(compared.data.to, compared.data.from, namesOf(compared.data.from, library));
  const questions = plan.data?.questions ?? [];
  // what is asked is told by its question
  const told = plan.data?.refusal ?? '';
  const refusal = questions.some(({ text }) => text === told) ? '' : told;
  const isSettled = answers === asked && !plan.isFetching && told === '';
  const mayGo = isSettled && questions.every((question) => isAnswered(question, answers));
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      const { current } = plan.data ?? {};
      const from = current === undefined ? {} : { current };
      await publishClient.rollback({ document, version, ...from, note: note.trim(), answers }, token.current);
      onDone();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : '回退失败');
      token.current = newToken();
      // what it was asked about may stand differently by now
      await Promise.all([plan.refetch(), compared.refetch()]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      title="回退"
      width={rem(640)}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: plan.data === undefined || !mayGo, loading: busy }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p>
        把「{title}」回退到{version === 0 ? '标准' : ` v${version}`}，作为新版本发布。
      </p>
      {(plan.isPending || compared.isPending) && <p>正在核对…</p>}
      {plan.error !== null && <p className={styles.bad}>{plan.error.message}</p>}
      {refusal !== '' && <p className={styles.bad}>{refusal}</p>}
      {(plan.data?.confirm ?? '') !== '' && <p className={styles.warn}>{plan.data?.confirm}</p>}
      {questions.map((question) => (
        <Asked
          key={`${question.document} ${question.address}`}
          question={question}
          doc={compared.data?.from}
          library={library}
          answer={answers[question.document]?.[question.address]}
          onAnswer={(given) => answer(question, given)}
          onLeave={onClose}
        />
      ))}
      <ChangeList changes={changes} />
      <Input.TextArea
        value={note}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 4 }}
        placeholder={version === 0 ? '回退到标准' : `回退到版本${version}`}
        aria-label="版本说明"
        onChange={(event) => setNote(event.target.value)}
      />
      {failure !== '' && (
        <p className={styles.bad} role="alert">
          {failure}
        </p>
      )}
    </Modal>
  );
};
