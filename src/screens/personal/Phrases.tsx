/** 常用意见: stored as they are changed, taken back when the server refuses. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { Feedback } from '../../../runtime/page/host';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import { fetchPhrases, savePhrases } from './calls';
import styles from './Personal.module.css';

const KEY = ['own', 'phrases'];
const MOST = 20;

export function Phrases({ feedback }: { readonly feedback: Feedback }) {
  const client = useQueryClient();
  const { data: phrases, error, refetch } = useQuery({ queryKey: KEY, queryFn: fetchPhrases, staleTime: 0 });
  const [text, setText] = useState('');
  if (phrases === undefined)
    return error === null ? <PageLoading /> : <PageFault error={error} onRetry={() => void refetch()} />;
  const save = async (next: readonly string[], said: string): Promise<boolean> => {
    try {
      await savePhrases(next);
      feedback.success(said);
      return true;
    } catch {
      // said by the call itself
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: KEY });
    }
  };
  const wanted = text.trim();
  const canAdd = wanted !== '' && !phrases.includes(wanted) && phrases.length < MOST;
  const handleAdd = async (): Promise<void> => {
    if (canAdd && (await save([...phrases, wanted], '已添加'))) setText('');
  };
  return (
    <section className={styles.panel}>
      <h2>常用意见</h2>
      <p className={styles.hint}>审批时可直接选用，最多{MOST}条；没有自己的意见时使用系统提供的几条。</p>
      <ul className={styles.sessions}>
        {phrases.map((phrase) => (
          <li key={phrase}>
            <div>{phrase}</div>
            <Button
              aria-label={`删除意见${phrase}`}
              onClick={() =>
                void save(
                  phrases.filter((text) => text !== phrase),
                  '已删除',
                )
              }
            >
              删除
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <Input
          aria-label="新的意见"
          placeholder="例如：同意，请按期交货"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={() => void handleAdd()}
        />
        <Button disabled={!canAdd} onClick={() => void handleAdd()}>
          添加
        </Button>
      </div>
      {phrases.length >= MOST && <p className={styles.hint}>已有{MOST}条，删除不用的才能再添加。</p>}
    </section>
  );
}
