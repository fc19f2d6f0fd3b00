/** 免打扰 and 常用意见: stored as they are changed, taken back when the server refuses. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { Feedback } from '../../../runtime/page/host';
import { fetchOwn, type Own, saveOwn } from './calls';
import styles from './Personal.module.css';

const KEY = ['own'];
const MOST = 20;

export const OwnPanels = ({ feedback }: { readonly feedback: Feedback }) => {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: fetchOwn, staleTime: 0 });
  if (!data) return null;
  const handleSave = async (change: Partial<Own>, said: string): Promise<boolean> => {
    try {
      await saveOwn(change);
      feedback.success(said);
      return true;
    } catch {
      // said by the call itself
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: KEY });
    }
  };
  return (
    <>
      <Quiet own={data} onSave={handleSave} />
      <Phrases phrases={data.phrases} onSave={(phrases, said) => handleSave({ phrases }, said)} />
    </>
  );
};

interface QuietProps {
  readonly own: Own;
  readonly onSave: (change: Partial<Own>, said: string) => Promise<boolean>;
}
const timeOf = (text: string | null) => (text === null ? null : dayjs(`2000-01-01T${text}`));
function Quiet({ own, onSave }: QuietProps) {
  return (
    <section className={styles.panel}>
      <h2>消息</h2>
      <div className={styles.row}>
        <span>免打扰</span>
        <TimePicker.RangePicker
          aria-label="免打扰"
          value={[timeOf(own.quietFrom), timeOf(own.quietTo)]}
          format="HH:mm"
          minuteStep={5}
          order={false}
          placeholder={['开始', '结束']}
          onChange={(times) => {
            const [quietFrom, quietTo] = [times?.[0]?.format('HH:mm') ?? null, times?.[1]?.format('HH:mm') ?? null];
            void onSave({ quietFrom, quietTo }, quietFrom === null ? '已关闭免打扰' : '已保存');
          }}
        />
      </div>
      <p className={styles.hint}>这段时间内的消息到结束时再提醒，紧急消息除外；结束早于开始时算到第二天。</p>
    </section>
  );
}

interface PhrasesProps {
  readonly phrases: readonly string[];
  readonly onSave: (phrases: readonly string[], said: string) => Promise<boolean>;
}
function Phrases({ phrases, onSave }: PhrasesProps) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const canAdd = wanted !== '' && !phrases.includes(wanted) && phrases.length < MOST;
  const handleAdd = async (): Promise<void> => {
    if (canAdd && (await onSave([...phrases, wanted], '已添加'))) setText('');
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
                void onSave(
                  phrases.filter((one) => one !== phrase),
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
    </section>
  );
}
