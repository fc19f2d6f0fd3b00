/** Messages: how many are unread, the last ones, what one says. Told over the live channel; a message of the highest level must be closed. */
import { App, Badge, Button, Empty, Popover } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { live } from '../../runtime/data/live';
import { Icon } from '../../runtime/page/Icon';
import styles from './Bell.module.css';
import { type Inbox, inboxClient, type Message } from './client';
import { MessageDialog } from './MessageDialog';

interface Props {
  /** address of a document, of its list without an id; undefined when the user has no such page */
  readonly urlOf: (docType: string, id: string | null) => string | undefined;
  readonly onOpen: (url: string) => void;
}
const NONE: Inbox = { unread: 0, records: [] };
const PAGE = 20;
const URGENT = '4';

export const Bell = ({ urlOf, onOpen }: Props) => {
  const [inbox, setInbox] = useState<Inbox>(NONE);
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<Message | null>(null);
  const [failed, setFailed] = useState(false);

  const { notification } = App.useApp();
  // what was there when the page opened is no news
  const told = useRef<ReadonlySet<string> | null>(null);
  const openMessage = useRef<(message: Message) => void>(() => undefined);
  const announce = useCallback(
    (records: readonly Message[]) => {
      const before = told.current;
      told.current = new Set([...(before ?? []), ...records.map(({ id }) => id)]);
      if (before === null) return;
      for (const record of records.filter(
        ({ id, isRead, channelState }) => !before.has(id) && !isRead && channelState?.screen,
      ))
        notification.info({
          key: record.id,
          message: record.title,
          description: record.body ?? undefined,
          placement: 'bottomRight',
          duration: 0,
          btn: (
            <Button
              type="primary"
              size="small"
              onClick={() => {
                notification.destroy(record.id);
                openMessage.current(record);
              }}
            >
              查看
            </Button>
          ),
        });
    },
    [notification],
  );
  const load = useCallback(() => {
    inboxClient.mine().then(
      (answer) => {
        setInbox(answer);
        setFailed(false);
        announce(answer.records);
        const urgent = answer.records.find(({ level, isRead }) => level === URGENT && !isRead);
        if (urgent) setShown(urgent);
      },
      () => setFailed(true),
    );
  }, [announce]);
  useEffect(() => {
    load();
    return live.watch(['message'], { onChange: load, onGap: load });
  }, [load]);

  const read = (ids?: readonly string[]): void => {
    const isMeant = (id: string): boolean => ids === undefined || ids.includes(id);
    setInbox(({ unread, records }) => ({
      unread: ids === undefined ? 0 : unread - records.filter((record) => isMeant(record.id) && !record.isRead).length,
      records: records.map((record) => (isMeant(record.id) ? { ...record, isRead: true } : record)),
    }));
    void inboxClient.read(ids).catch(load);
  };
  const handleChoose = (message: Message): void => {
    if (!message.isRead) read([message.id]);
    setOpen(false);
    const url = message.docType === null ? undefined : urlOf(message.docType, message.docId);
    if (url !== undefined) onOpen(url);
    else setShown(message);
  };
  openMessage.current = handleChoose;
  const handleMore = async (): Promise<void> => {
    const last = inbox.records.at(-1);
    if (last === undefined) return;
    const { records } = await inboxClient.mine(last.id);
    setInbox((known) => ({ ...known, records: [...known.records, ...records] }));
  };

  const panel = (
    <section className={styles.panel} aria-label="消息">
      <header>
        <b>消息</b>
        <Button type="link" size="small" disabled={inbox.unread === 0} onClick={() => read()}>
          全部已读
        </Button>
      </header>
      {failed ? (
        <p className={styles.failed}>
          加载失败
          <Button type="link" size="small" onClick={load}>
            重试
          </Button>
        </p>
      ) : inbox.records.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无消息" />
      ) : (
        <ul>
          {inbox.records.map((record) => (
            <li key={record.id}>
              <button type="button" data-unread={!record.isRead || undefined} onClick={() => handleChoose(record)}>
                <span>{record.title}</span>
                <time>{record.createdAt.slice(5, 16)}</time>
              </button>
            </li>
          ))}
          {inbox.records.length % PAGE === 0 && (
            <li>
              <Button type="link" block onClick={() => void handleMore()}>
                更早的消息
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
  return (
    <>
      <Popover content={panel} trigger="click" placement="bottomRight" arrow={false} open={open} onOpenChange={setOpen}>
        <button
          type="button"
          className={styles.bell}
          aria-label={inbox.unread > 0 ? `消息，${inbox.unread}条未读` : '消息'}
        >
          <Badge count={inbox.unread} size="small" overflowCount={99}>
            <Icon name="bell" />
          </Badge>
        </button>
      </Popover>
      <MessageDialog
        message={shown}
        isUrgent={shown?.level === URGENT}
        onRead={() => {
          if (shown && !shown.isRead) read([shown.id]);
          setShown(null);
        }}
        onClose={() => setShown(null)}
      />
    </>
  );
};
