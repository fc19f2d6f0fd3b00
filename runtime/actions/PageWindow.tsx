/** A page beside the one at work, in a drawer or a dialog: a side object without an address, or what an action opens `as` one. */
import { Drawer, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { type Host, HostContext, useHost } from '../page/host';
import { useRooms } from '../page/rooms';
import { rem } from '../page/scale';

export interface PageWindowProps {
  readonly code: string;
  readonly as: 'drawer' | 'dialog';
  readonly title: string;
  readonly params: URLSearchParams;
  readonly onClose: () => void;
}
const WIDTH = 1080;
const LEAVE = '有未保存的修改，确定离开吗？';

export function PageWindow({ code, as, title: first, params: given, onClose }: PageWindowProps) {
  const host = useHost();
  const { Page } = useRooms();
  const [params, setParams] = useState(given);
  const [title, setTitle] = useState(first);
  const [dirty, setDirty] = useState(false);
  // what lies in the window has its own address, name and end
  const inner = useMemo<Host>(
    () => ({ ...host, params, setParams, setTitle, setDirty, closePage: onClose, inWindow: true }),
    [host, params, onClose],
  );
  const close = async (): Promise<void> => {
    if (dirty && !(await host.feedback.confirm(LEAVE))) return;
    onClose();
  };
  // a link inside brings another tab to the front: the window waits behind, with its page
  const body = (
    <HostContext value={inner}>
      <Page page={code} />
    </HostContext>
  );
  // on touch it is the whole screen, and says itself what it is and how it ends
  const isFloor = given.get('floor') === '1';
  return as === 'drawer' ? (
    <Drawer
      open={host.active}
      {...(isFloor ? { 'aria-label': title, closable: false } : { title })}
      width={isFloor ? '100vw' : rem(WIDTH)}
      maskClosable={false}
      styles={{ body: { padding: 0, display: isFloor ? 'grid' : 'flex' } }}
      onClose={() => void close()}
    >
      {body}
    </Drawer>
  ) : (
    <Modal
      open={host.active}
      centered
      title={title}
      width={rem(WIDTH)}
      maskClosable={false}
      footer={null}
      styles={{ body: { height: '70vh', display: 'flex' } }}
      onCancel={() => void close()}
    >
      {body}
    </Modal>
  );
}
