/** 另存为方案, 重命名: a name, whether the list opens with it, for whom. */
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, type InputRef, Modal, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { recordClient } from '../data/record-client';
import { rem, useHost } from '../page/index';
import styles from './SaveScheme.module.css';

export interface SchemeChoice {
  readonly name: string;
  readonly isDefault: boolean;
  /** code of a role it is for; undefined = only me */
  readonly role: string | undefined;
  readonly withColumns: boolean;
}
interface Props {
  readonly title: string;
  readonly name: string;
  /** what will be kept, in words */
  readonly keeps: string;
  readonly renaming: boolean;
  /** what else may be said of it; a list offers both */
  readonly offers?: { readonly isDefault: boolean; readonly columns: boolean };
  /** answers whether it was saved; a refusal has been told and the dialog stays */
  readonly onSave: (choice: SchemeChoice) => Promise<boolean>;
  readonly onClose: () => void;
}

const OFFERS = { isDefault: true, columns: true } as const;

export const SaveScheme = ({ title, name: given, keeps, renaming, offers = OFFERS, onSave, onClose }: Props) => {
  const { session } = useHost();
  const [name, setName] = useState(given);
  const [isDefault, setDefault] = useState(false);
  const [withColumns, setWithColumns] = useState(false);
  const [role, setRole] = useState<string>();
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(true);
  const input = useRef<InputRef>(null);
  useEffect(() => {
    // the dialog takes the focus when it has opened
    const later = setTimeout(() => input.current?.focus({ cursor: 'all' }), 150);
    return () => clearTimeout(later);
  }, []);
  const roles = useQuery({
    queryKey: ['object', 'role', 'list', 'schemes'],
    queryFn: () => recordClient.list('role', { current: 1, size: 200, columns: ['code', 'name'] }, { quiet: true }),
    enabled: !renaming && session.can('role:edit') && session.can('role:view'),
    staleTime: 300_000,
    retry: false,
  });
  const save = async (): Promise<void> => {
    if (name.trim() === '') {
      setMissing(true);
      input.current?.focus();
      return;
    }
    setBusy(true);
    const done = await onSave({ name: name.trim(), isDefault, role, withColumns });
    setBusy(false);
    if (done) setOpen(false);
    else input.current?.focus({ cursor: 'all' });
  };
  return (
    <Modal
      open={open}
      title={title}
      okText="确定"
      cancelText="取消"
      confirmLoading={busy}
      maskClosable={false}
      width={rem(440)}
      centered
      onOk={() => void save()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <div className={styles.form}>
        <label className={styles.field}>
          <span>
            方案名称 <b>*</b>
          </span>
          <Input
            ref={input}
            value={name}
            maxLength={30}
            status={missing ? 'error' : ''}
            onChange={(event) => {
              setName(event.target.value);
              setMissing(false);
            }}
            onPressEnter={() => void save()}
          />
          {missing && <em role="alert">请填写方案名称</em>}
        </label>
        {!renaming && (
          <>
            {roles.data !== undefined && (
              <label className={styles.field}>
                <span>谁能用</span>
                <Select
                  value={role ?? ''}
                  options={[
                    { value: '', label: '只有我' },
                    ...roles.data.records.map((row) => ({
                      value: String(row.code),
                      label: `角色：${String(row.name)}`,
                    })),
                  ]}
                  aria-label="谁能用"
                  onChange={(code) => setRole(code === '' ? undefined : code)}
                />
              </label>
            )}
            {offers.isDefault && (
              <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
                {offers.columns ? '打开列表时默认使用' : '打开时默认使用'}
              </Checkbox>
            )}
            {offers.columns && (
              <Checkbox checked={withColumns} onChange={(event) => setWithColumns(event.target.checked)}>
                同时保存当前显示的列
              </Checkbox>
            )}
            <p>{keeps}</p>
          </>
        )}
      </div>
    </Modal>
  );
};
