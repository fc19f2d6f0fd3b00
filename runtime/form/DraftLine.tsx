import { CheckOutlined } from '@ant-design/icons';
import { createSignal, useSignal } from '../data/signal';
import { factoryTime } from '../page/factory-time';
import type { DraftKeeper } from './draft-keeper';

/** 已自动保存草稿 08:31; over plain http only as long as the tab is open, and the line says so. */
export function DraftLine({ keeper }: { readonly keeper: DraftKeeper | undefined }) {
  useSignal(keeper?.signal ?? STILL);
  if (keeper === undefined || keeper.savedAt === null) return <>有未保存的修改</>;
  const at = factoryTime(keeper.savedAt).slice(11, 16);
  return (
    <span data-kept-at={keeper.savedAt}>
      <CheckOutlined /> 已自动保存草稿 {at}
      {keeper.scope === 'tab' && '（仅在本标签页，关闭即失）'}
    </span>
  );
}
const STILL = createSignal();
