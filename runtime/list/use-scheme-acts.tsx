/** Saving, updating and changing schemes of a list: what is set now becomes the content of one. Answers the dialogs to draw. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Condition } from '../../schemas/language/condition/index';
import { partsOf } from '../condition/edit-tree';
import { treeOf } from '../condition/place';
import type { SchemeContent } from '../data/list-settings';
import type { Page } from '../page/index';
import { writeSort } from '../page/list-query';
import { SaveScheme, type SchemeChoice } from './SaveScheme';
import type { SchemeAct } from './SchemeBar';
import type { Scheme } from './schemes';
import type { ConditionState } from './use-condition';
import type { List } from './use-list';

const ConditionDrawer = lazy(() =>
  import('../condition/ConditionDrawer').then((module) => ({ default: module.ConditionDrawer })),
);

interface Open {
  readonly act: SchemeAct | 'filter';
  readonly scheme: Scheme | undefined;
}

export interface SchemeActs {
  /** the builder for the condition of the address */
  readonly openFilter: () => void;
  readonly act: (act: SchemeAct, scheme: Scheme) => void;
  readonly outlet: ReactNode;
}

export const useSchemeActs = (
  page: Page,
  list: List,
  condition: ConditionState,
  columns: () => readonly string[],
): SchemeActs => {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const show = ({ code, content }: { readonly code: string; readonly content: SchemeContent }): void =>
    list.ask({ type: 'scheme', scheme: code, search: content.search ?? {} });

  const update = async (scheme: Scheme): Promise<void> => {
    const content = contentNow(page, list, condition.tree, scheme);
    const id = await list.schemes.save({ ...kept(scheme), content });
    if (id !== undefined) show({ code: id, content });
  };
  const saveNew = async ({ name, isDefault, role, withColumns }: SchemeChoice): Promise<boolean> => {
    const now = contentNow(page, list, condition.tree, list.chosen);
    const content = withColumns ? { ...now, columns: columns() } : now;
    const id = await list.schemes.save({
      name,
      content,
      isDefault: isDefault ? 1 : 0,
      ...(role === undefined ? {} : { role }),
    });
    if (id === undefined) return false;
    show({ code: id, content });
    return true;
  };
  const rename = async (scheme: Scheme, name: string): Promise<boolean> =>
    (await list.schemes.save({ ...kept(scheme), name, content: scheme.content })) !== undefined;
  const changeWhere = async (scheme: Scheme, tree: Condition | undefined): Promise<void> => {
    const { where: _where, ...rest } = scheme.content;
    const content = { ...rest, ...(tree === undefined ? {} : { where: tree }) };
    const id = await list.schemes.save({ ...kept(scheme), content });
    if (id !== undefined) show({ code: id, content });
  };

  const outlet = (): ReactNode => {
    if (open === undefined) return null;
    const { act, scheme } = open;
    if (act === 'filter' || act === 'edit')
      return (
        <Suspense fallback={null}>
          <ConditionDrawer
            page={page}
            title={act === 'filter' || scheme === undefined ? '高级筛选' : `修改方案「${scheme.title}」`}
            verb={act === 'filter' ? '应用' : '更新方案'}
            tree={
              act === 'filter'
                ? condition.tree
                : scheme?.content.where === undefined
                  ? undefined
                  : treeOf(page, scheme.content.where)
            }
            onApply={(tree) =>
              void (act === 'edit' && scheme !== undefined ? changeWhere(scheme, tree) : condition.set(tree))
            }
            onClose={close}
          />
        </Suspense>
      );
    const renaming = act === 'rename' && scheme !== undefined;
    return (
      <SaveScheme
        title={renaming ? '重命名方案' : '另存为方案'}
        name={renaming ? scheme.title : ''}
        keeps={keepsWords(list, condition.tree)}
        renaming={renaming}
        onSave={(choice) => (renaming ? rename(scheme, choice.name) : saveNew(choice))}
        onClose={close}
      />
    );
  };
  return {
    openFilter: () => setOpen({ act: 'filter', scheme: undefined }),
    act: (act, scheme) => {
      if (act === 'update') void update(scheme);
      else setOpen({ act, scheme });
    },
    outlet: outlet(),
  };
};

const kept = ({ code, title, row, isDefault }: Scheme) => ({
  id: code,
  name: title,
  isDefault: isDefault ? (1 as const) : (0 as const),
  ...(row?.version === undefined ? {} : { version: row.version }),
});

/** The scheme's own condition and the one built on top of it, both to hold; the values of the row of search; the order. */
const contentNow = (page: Page, list: List, tree: Condition | undefined, scheme: Scheme | undefined): SchemeContent => {
  const own = scheme?.content.where;
  const where =
    own === undefined || tree === undefined
      ? (tree ?? own)
      : { all: [...partsOf(treeOf(page, own)), ...partsOf(tree)] };
  const sort = list.query.sort === undefined ? scheme?.content.sort : writeSort(list.query.sort);
  return {
    ...(where === undefined ? {} : { where }),
    ...(Object.keys(list.search).length === 0 ? {} : { search: list.search }),
    ...(sort === undefined ? {} : { sort }),
    ...(scheme?.content.columns === undefined ? {} : { columns: scheme.content.columns }),
  };
};

const keepsWords = ({ search, query, chosen }: List, tree: Condition | undefined): string => {
  const words = [
    ...(chosen?.content.where === undefined ? [] : [`方案「${chosen.title}」的条件`]),
    ...(Object.keys(search).length === 0 ? [] : ['查询条件']),
    ...(tree === undefined ? [] : ['高级筛选']),
    ...(query.sort === undefined ? [] : ['排序']),
  ];
  return words.length === 0 ? '当前没有条件，方案将显示全部数据' : `将保存：${words.join('、')}`;
};
