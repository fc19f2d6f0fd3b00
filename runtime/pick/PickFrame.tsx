/** The window of a selection: a dialog of 880 × 560; on a narrow screen a drawer from below. */
import { Drawer, Modal } from 'antd';
import type { ReactNode } from 'react';
import { rem } from '../page/scale';
import { useNarrow } from '../page/use-narrow';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

export function PickFrame({ title, onClose, footer, children }: Props) {
  const narrow = useNarrow();
  if (narrow)
    return (
      <Drawer
        open
        placement="bottom"
        height="92dvh"
        maskClosable={false}
        title={title}
        onClose={onClose}
        styles={{ body: DRAWER_BODY, footer: { padding: 0 } }}
        footer={footer}
      >
        {children}
      </Drawer>
    );
  return (
    <Modal
      open
      centered
      width={rem(880)}
      maskClosable={false}
      title={title}
      onCancel={onClose}
      styles={{ content: { padding: 0 }, header: HEADER, body: { padding: 0 }, footer: { margin: 0 } }}
      footer={footer}
    >
      {children}
    </Modal>
  );
}

const DRAWER_BODY = { display: 'flex', flexDirection: 'column', padding: '1rem 0 0' } as const;
const HEADER = { margin: 0, padding: '1.1667rem 1.3333rem 0.8333rem' };
