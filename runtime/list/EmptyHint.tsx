/** Under 暂无数据: that the conditions found nothing, with the way out; or what the list is for, with the one thing to do. */
import { Button } from 'antd';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Page } from '../page/index';
import type { ListQuery, QueryAct } from '../page/list-query';

interface Props {
  readonly page: Page;
  readonly query: ListQuery;
  /** what the list is not asked without */
  readonly missing: readonly string[];
  /** '' = none */
  readonly scheme: string;
  readonly schemeTitle: string;
  /** the scheme leaves nothing out */
  readonly isWhole: boolean;
  readonly onAsk: (act: QueryAct) => void;
  readonly add: ResolvedAction | undefined;
  readonly onAdd: (action: ResolvedAction) => void;
}

export const EmptyHint = ({ page, query, missing, scheme, schemeTitle, isWhole, onAsk, add, onAdd }: Props) => {
  if (missing.length > 0) return <p>请填写查询条件「{missing.join('、')}」</p>;
  const searched = Object.keys(query.search).length > 0 || query.node !== undefined || query.q !== undefined;
  if (searched)
    return (
      <>
        <p>没有符合条件的数据</p>
        <Button onClick={() => onAsk({ type: 'reset' })}>清空条件</Button>
      </>
    );
  // what is worked out for conditions has nothing to show without them
  if (page.object.list.source !== undefined && page.object.list.search.length > 0)
    return <p>没有查到数据，请填写或修改条件后查询</p>;
  if (scheme !== '' && !isWhole) {
    return (
      <>
        <p>
          方案「{schemeTitle}」里没有{page.title}
        </p>
        <Button onClick={() => onAsk({ type: 'scheme', scheme: '' })}>看全部</Button>
      </>
    );
  }
  return (
    <>
      <p>这里是所有{page.title}</p>
      {add !== undefined && <Button onClick={() => onAdd(add)}>{add.title}</Button>}
    </>
  );
};
