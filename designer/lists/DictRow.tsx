/** An item of a dictionary: its code, title, colour, whether it is the default or off, and where it is used. */
import { Button, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import type { DictItemDoc } from '../../schemas/language/document';
import { joinAddress } from '../../schemas/language/steps/index';
import { addItem, moveBy, recodeItem, removeItem, setItem } from '../commands/index';
import type { Seat } from '../desk/seat';
import { TypedInput } from '../parts/TypedInput';
import { TONED, TONES } from '../parts/tones';
import { Act } from './Act';
import type { CodeUses } from './use-dict-uses';

interface RowProps {
  readonly seat: Seat;
  readonly dict: string;
  readonly item: DictItemDoc;
  readonly uses: CodeUses;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}
export const DictRow = ({ seat, dict, item, uses, isFirst, isLast }: RowProps) => {
  const set = (key: Parameters<typeof setItem>[1]['key'], to: Parameters<typeof setItem>[1]['to']): boolean =>
    seat.run(setItem, { dict, code: item.code, key, ...(to === undefined ? {} : { to }) });
  return (
    <tr data-item={item.code} data-off={item.off === true ? '' : undefined}>
      <td>
        <TypedInput
          value={item.code}
          label={`${item.title}的编码`}
          onDone={(to) => seat.run(recodeItem, { dict, code: item.code, to, rows: uses.rows })}
        />
      </td>
      <td>
        <TypedInput value={item.title} label={`${item.code}的名称`} onDone={(to) => set('title', to)} />
      </td>
      <td>
        <Select
          size="small"
          variant="borderless"
          allowClear
          placeholder="无"
          aria-label={`${item.title}的颜色`}
          style={{ width: '100%' }}
          value={item.tone ?? null}
          {...TONED}
          options={TONES}
          onChange={(to: string | undefined) => set('tone', to)}
        />
      </td>
      <td>
        <Switch
          size="small"
          aria-label={`${item.title}默认`}
          checked={item.default === true}
          onChange={(on) => set('default', on ? true : undefined)}
        />
      </td>
      <td>
        <Switch
          size="small"
          aria-label={`${item.title}停用`}
          checked={item.off === true}
          onChange={(on) => set('off', on ? true : undefined)}
        />
      </td>
      <td title={uses.places}>{uses.brief}</td>
      <td>
        <Act
          label={`上移${item.title}`}
          icon="up"
          disabled={isFirst}
          onClick={() => seat.run(moveBy, { address: itemAt(dict, item.code), by: -1 })}
        />
        <Act
          label={`下移${item.title}`}
          icon="down"
          disabled={isLast}
          onClick={() => seat.run(moveBy, { address: itemAt(dict, item.code), by: 1 })}
        />
        <Act
          label={`移除${item.title}`}
          icon="trash"
          onClick={() => seat.run(removeItem, { dict, code: item.code, rows: uses.rows })}
        />
      </td>
    </tr>
  );
};

/** The line below all items: a code and a title make one more. */
export const NewDictRow = ({
  seat,
  dict,
  onAdded,
}: Pick<RowProps, 'seat' | 'dict'> & { readonly onAdded: () => void }) => {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const add = (): void => {
    if (seat.run(addItem, { dict, code: code.trim(), title: name })) {
      setCode('');
      setName('');
      onAdded();
    }
  };
  return (
    <tr>
      <td>
        <Input
          size="small"
          value={code}
          placeholder="编码"
          aria-label="新选项的编码"
          onChange={(event) => setCode(event.target.value)}
          onPressEnter={add}
        />
      </td>
      <td>
        <Input
          size="small"
          value={name}
          placeholder="名称"
          aria-label="新选项的名称"
          onChange={(event) => setName(event.target.value)}
          onPressEnter={add}
        />
      </td>
      <td colSpan={5}>
        <Button size="small" disabled={code.trim() === '' || name.trim() === ''} onClick={add}>
          添加
        </Button>
      </td>
    </tr>
  );
};
const itemAt = (dict: string, code: string): string => joinAddress(`${joinAddress('dicts', dict)}.items`, code);
