/** Messages and questions through antd's context; static `message` and `Modal` are used nowhere. */
import { App } from 'antd';
import { useMemo } from 'react';
import type { Feedback } from '../../runtime/page/host';
import { MESSAGE_MS, TOAST_MS } from '../messages/limits';
import { Choice } from './Choice';

export const useFeedback = (): Feedback => {
  const { message, modal } = App.useApp();
  return useMemo(
    () => ({
      success: (text) => void message.success({ content: text, duration: MESSAGE_MS / 1000 }),
      error: (text) => void message.error({ content: text, key: text, duration: TOAST_MS / 1000 }),
      warning: (text) => void message.warning({ content: text, key: text, duration: TOAST_MS / 1000 }),
      confirm: (text, options = {}) =>
        new Promise<boolean>((resolve) => {
          modal.confirm({
            title: options.title ?? '提示',
            content: text,
            okText: '确定',
            cancelText: '取消',
            okButtonProps: { danger: options.danger === true },
            centered: true,
            maskClosable: false,
            keyboard: true,
            width: '34.6667rem',
            onOk: () => resolve(true),
            onCancel: () => resolve(false),
          });
        }),
      choose: (question, offers) =>
        new Promise<number | null>((resolve) => {
          const close = (taken: number | null): void => {
            asked.destroy();
            resolve(taken);
          };
          const asked = modal.confirm({
            title: question,
            icon: null,
            content: <Choice offers={offers} onTake={close} />,
            footer: (_, { CancelBtn }) => <CancelBtn />,
            cancelText: '取消',
            autoFocusButton: null,
            centered: true,
            maskClosable: false,
            keyboard: true,
            width: '44rem',
            onCancel: () => resolve(null),
          });
        }),
    }),
    [message, modal],
  );
};
