/** As whom, and over which rows, a draft is tried. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { recordClient } from '../../runtime/data/record-client';
import type { Somebody } from '../data/client';
import { type Choice, Choices } from '../parts/Choices';
import { FormDialog, FormLine } from '../parts/FormDialog';

export interface TryWish {
  readonly rows: 'live' | 'none' | 'many';
  readonly as?: Somebody;
  /** 角色「仓管员」 */
  readonly name: string;
}
interface Props {
  /** only looked at: numbers of charts have no copies to try on */
  readonly looking?: boolean;
  readonly onCancel: () => void;
  readonly onTry: (wish: TryWish) => void;
}
type Who = 'me' | 'role' | 'user';
const WHO: readonly Choice<Who>[] = [
  { code: 'me', title: '本人', say: '按自己的权限' },
  { code: 'role', title: '角色', say: '只给这个角色的权限' },
  { code: 'user', title: '用户', say: '像他本人一样' },
];
const ROWS: readonly Choice<TryWish['rows']>[] = [
  { code: 'live', title: '现有数据', say: '取最近 200 条的副本' },
  { code: 'none', title: '没有数据', say: '看空的时候' },
  { code: 'many', title: '一万行', say: '看多的时候' },
];

export const TryDialog = ({ looking = false, onCancel, onTry }: Props) => {
  const [who, setWho] = useState<Who>('me');
  const [rows, setRows] = useState<TryWish['rows']>('live');
  const [chosen, setChosen] = useState<string>();
  const people = useQuery({
    queryKey: ['design', 'try', who],
    queryFn: async () => {
      const { records } = await recordClient.list(who, { current: 1, size: 200 }, { quiet: true });
      return records.map((record) => ({
        value: String((who === 'role' ? record.code : record.id) ?? ''),
        label: String(record.name ?? record.nickName ?? record.code ?? ''),
      }));
    },
    enabled: who !== 'me',
    retry: false,
  });
  const title = people.data?.find((item) => item.value === chosen)?.label ?? '';
  const done = (): void => {
    if (who === 'me') onTry({ rows, name: '本人' });
    else if (chosen !== undefined)
      onTry({
        rows,
        as: who === 'role' ? { role: chosen } : { user: chosen },
        name: who === 'role' ? `角色「${title}」` : title,
      });
  };
  return (
    <FormDialog
      title={looking ? '以谁的权限看' : '试用草稿'}
      width={44}
      agree={looking ? '查看' : '开始试用'}
      ready={who === 'me' || chosen !== undefined}
      onDone={done}
      onCancel={onCancel}
    >
      <FormLine label="身份">
        <Choices
          role="radio"
          look="cards"
          label="身份"
          choices={WHO}
          value={who}
          onChoose={(to) => {
            setWho(to);
            setChosen(undefined);
          }}
        />
      </FormLine>
      {who !== 'me' && (
        <FormLine
          label={who === 'role' ? '角色' : '用户'}
          wrong={people.error === null ? '' : `不能列出${who === 'role' ? '角色' : '用户'}：${people.error.message}`}
        >
          <Select
            showSearch
            optionFilterProp="label"
            loading={people.isFetching}
            value={chosen ?? null}
            placeholder="选择"
            aria-label={who === 'role' ? '角色' : '用户'}
            options={people.data ?? []}
            onChange={(value: string) => setChosen(value)}
          />
        </FormLine>
      )}
      {!looking && (
        <FormLine label="数据">
          <Choices role="radio" look="cards" label="数据" choices={ROWS} value={rows} onChoose={setRows} />
        </FormLine>
      )}
    </FormDialog>
  );
};
