/** Which app a new document goes to, or the name of an app that is made for it; and whether its code may be used. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import type { DeskApp, DeskView } from '../desk/desk';
import { FormLine } from '../parts/FormDialog';

export interface AppChoice {
  readonly apps: readonly DeskApp[];
  /** '' = a new one */
  readonly app: string;
  readonly newApp: string;
  /** what a new one is called when nothing is typed; '' = nothing */
  readonly proposed: string;
  readonly ready: boolean;
  readonly wish: { readonly app: string; readonly newApp: string | undefined };
  choose(app: string): void;
  name(newApp: string): void;
}
/** Where there is no own app yet, the first is called like what is made; `title` is that. */
export function useAppChoice(view: DeskView, first: string, title = ''): AppChoice {
  const apps = view.apps.filter((app) => app.own);
  const [app, choose] = useState(() => (apps.some((app) => app.code === first) ? first : (apps[0]?.code ?? '')));
  const [newApp, setNewApp] = useState('');
  const proposed = apps.length === 0 ? title.trim().slice(0, 30) : '';
  const name = newApp.trim() === '' ? proposed : newApp.trim();
  return {
    apps,
    app,
    newApp,
    proposed,
    ready: app !== '' || name !== '',
    wish: { app, newApp: app === '' ? name : undefined },
    choose,
    name: setNewApp,
  };
}

export const AppLine = ({ choice, onEnter }: { readonly choice: AppChoice; readonly onEnter: () => void }) => (
  <FormLine label="应用">
    {choice.apps.length > 0 && (
      <Select
        value={choice.app}
        aria-label="应用"
        options={[
          ...choice.apps.map((app) => ({ value: app.code, label: app.title })),
          { value: '', label: '新建应用…' },
        ]}
        onChange={choice.choose}
      />
    )}
    {choice.app === '' && (
      <Input
        value={choice.newApp}
        maxLength={30}
        aria-label="新应用的名称"
        placeholder={choice.proposed === '' ? '新应用的名称，如 车间现场' : choice.proposed}
        onChange={(event) => choice.name(event.target.value)}
        onPressEnter={onEnter}
      />
    )}
  </FormLine>
);

/** Why an own document may not be called so; '' = it may. */
export const ownCodeProblem = (code: string, taken: ReadonlySet<string>, like: string): string =>
  !/^x[A-Z][A-Za-z0-9]{0,38}$/.test(code)
    ? `编码以 x 加大写字母开头，如 ${like}`
    : taken.has(code)
      ? `编码「${code}」已被使用`
      : '';
