/** 保存方案 of reports and boards: searches that somebody keeps under a name, for himself or a role (80 §7.7). */
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import type { SchemeContent } from '../data/list-settings';
import { SaveScheme } from '../list/SaveScheme';
import type { Scheme } from '../list/schemes';
import type { Schemes } from '../list/use-schemes';
import { Icon } from '../page/index';

interface Props {
  readonly schemes: Schemes;
  /** what is set now */
  readonly now: SchemeContent;
  readonly onApply: (content: SchemeContent) => void;
  /** the page opens with the default one */
  readonly hasDefault: boolean;
}

export const SavedSearches = ({ schemes, now, onApply, hasDefault }: Props) => {
  const [at, setAt] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const text = contentText(now);
  const same = schemes.all.find(({ content, broken }) => !broken && contentText(content) === text);
  // the one that was chosen last stays in hand while it is changed
  const scheme = same ?? schemes.all.find(({ code }) => code === at);
  const isOwn = scheme?.readonly === false && scheme.row !== undefined;
  const items: NonNullable<MenuProps['items']> = [
    ...schemes.all.map((scheme) => ({
      key: `=${scheme.code}`,
      label: `${scheme.isDefault && hasDefault ? '(默认)' : ''}${scheme.title}${scheme.broken ? '（含无权字段）' : ''}`,
      disabled: scheme.broken,
      ...(scheme === same ? { icon: <Icon name="check" /> } : {}),
    })),
    ...(schemes.all.length > 0 ? [{ type: 'divider' as const }] : []),
    ...(isOwn && same === undefined ? [{ key: 'update', label: `更新方案「${scheme.title}」` }] : []),
    { key: 'saveAs', label: '另存为方案' },
    ...(scheme !== undefined && hasDefault
      ? [scheme.isDefault ? { key: 'off', label: '取消默认' } : { key: 'default', label: '设为默认' }]
      : []),
    ...(isOwn ? [{ key: 'delete', label: `删除方案「${scheme.title}」`, danger: true }] : []),
  ];
  const update = async ({ code, title, row, isDefault }: Scheme): Promise<void> => {
    const kept = { id: code, name: title, isDefault: isDefault ? (1 as const) : (0 as const), content: now };
    await schemes.save({ ...kept, ...(row?.version === undefined ? {} : { version: row.version }) });
  };
  const handle = (key: string): void => {
    if (key === 'saveAs') setSaving(true);
    else if (key.startsWith('=')) {
      const scheme = schemes.all.find(({ code }) => code === key.slice(1));
      if (scheme === undefined) return;
      setAt(scheme.code);
      onApply(scheme.content);
    } else if (scheme === undefined) return;
    else if (key === 'update') void update(scheme);
    else if (key === 'delete') void schemes.remove(scheme);
    else void schemes.setDefault(scheme, key === 'default');
  };
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => handle(key) }}>
        <Button {...(same === undefined ? {} : { 'aria-label': `查询方案：${same.title}` })}>
          {same === undefined ? '保存方案' : same.title}
          <Icon name="down" />
        </Button>
      </Dropdown>
      {isSaving && (
        <SaveScheme
          title="另存为方案"
          name=""
          keeps={Object.keys(now).length === 0 ? '当前没有条件，方案将显示默认数据' : '将保存当前的条件和分组'}
          renaming={false}
          offers={{ isDefault: hasDefault, columns: false }}
          onSave={async ({ name, isDefault, role }) => {
            const kept = { name, content: now, isDefault: isDefault ? (1 as const) : (0 as const) };
            const id = await schemes.save({ ...kept, ...(role === undefined ? {} : { role }) });
            if (id !== undefined) setAt(id);
            return id !== undefined;
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
};

/** The same content is the same text, whatever the order of its keys. */
const contentText = (content: SchemeContent): string =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
