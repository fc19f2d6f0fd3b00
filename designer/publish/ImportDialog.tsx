/** 导入应用: what the file brings, document by document, what that does to the tables, and only then the deed. */
import { useQuery } from '@tanstack/react-query';
import { Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import { newToken } from '../../runtime/data/ids';
import { rem } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { Answers, ImportPolicy, ImportRow } from '../../schemas/language/wire-design';
import { answered, isAnswered } from './answers';
import { publishClient } from './client';
import { TablesCard } from './PlanCards';
import styles from './publish.module.css';

interface Props {
  readonly content: string;
  readonly library: Library;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}
const POLICIES: readonly { readonly value: ImportPolicy; readonly label: string }[] = [
  { value: 'skip', label: '保留这里的' },
  { value: 'merge', label: '合并' },
  { value: 'replace', label: '用文件里的' },
];
const STATES: Readonly<Record<ImportRow['state'], string>> = { new: '新增', same: '一样', conflict: '这里不一样' };

export const ImportDialog = ({ content, library, onDone, onClose }: Props) => {
  const [policy, setPolicy] = useState<Readonly<Record<string, ImportPolicy>>>({});
  const [answers, setAnswers] = useState<Answers>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const token = useRef(newToken());
  const checked = useQuery({
    queryKey: ['design', 'package', content, policy, answers],
    queryFn: () => publishClient.checkPackage({ content, policy, answers }),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { data, isFetching } = checked;
  const plan = data?.plan;
  const changing = (data?.rows ?? []).filter(
    (row) => row.state === 'new' || (row.state === 'conflict' && row.policy !== 'skip'),
  );
  const open = (plan?.questions ?? []).filter((question) => !isAnswered(question, answers)).length;
  const reason =
    data === undefined || plan === undefined || isFetching
      ? ''
      : changing.length === 0
        ? '没有要导入的改动'
        : open > 0
          ? `还有 ${open} 项要补值`
          : plan.refusal;
  const errors = plan?.problems.filter((problem) => problem.level !== 'warn') ?? [];
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      const { title, published } = await publishClient.importPackage({ content, policy, answers }, token.current);
      onDone(`已导入「${title}」，发布 ${published?.versions.length ?? 0} 个文档`);
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : '没有导入');
      // a refusal is answered for good; another attempt is another intention
      token.current = newToken();
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      centered
      title={data === undefined ? '导入应用' : `导入应用「${data.title}」`}
      width={rem(760)}
      maskClosable={false}
      okText="导入并发布"
      cancelText="取消"
      okButtonProps={{ disabled: data === undefined || isFetching || reason !== '', loading: busy }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <div className={styles.importing}>
        {checked.isPending && <p>正在核对…</p>}
        {checked.error !== null && (
          <p className={styles.bad} role="alert">
            {checked.error.message}
          </p>
        )}
        {data !== undefined && checked.error === null && (
          <>
            <ul aria-label="文件里的文档">
              {data.rows.map((row) => (
                <li key={row.id}>
                  <span title={row.title}>{row.title}</span>
                  <em data-state={row.state}>{STATES[row.state]}</em>
                  {row.state === 'conflict' && (
                    <Select
                      size="small"
                      value={row.policy}
                      options={[...POLICIES]}
                      aria-label={`${row.title}怎么办`}
                      onChange={(to) => setPolicy({ ...policy, [row.id]: to })}
                    />
                  )}
                  {row.conflicts.length > 0 && <small>{row.conflicts.length} 处两边都改过，保留这里的</small>}
                </li>
              ))}
            </ul>
            {plan !== undefined && !plan.empty && (
              <TablesCard
                plan={plan}
                documents={Object.entries(data.asked ?? {}).map(([id, text]) => ({
                  id,
                  title: '',
                  base: {},
                  text: text as unknown as StepDoc,
                }))}
                library={library}
                answers={answers}
                onAnswer={(question, given) => setAnswers(answered(answers, question, given))}
              />
            )}
            {errors.slice(0, 8).map((error) => (
              <p key={`${error.document} ${error.path} ${error.text}`} className={styles.bad}>
                {error.text}
              </p>
            ))}
            {reason !== '' && <p className={styles.reason}>{reason}</p>}
          </>
        )}
        {failure !== '' && (
          <p className={styles.bad} role="alert">
            {failure}
          </p>
        )}
      </div>
    </Modal>
  );
};
