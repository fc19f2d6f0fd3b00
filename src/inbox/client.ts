/** Calls of messages (docs/api.md, Messages). */
import { http } from '../../runtime/data/http';

export interface Message {
  readonly id: string;
  readonly title: string;
  readonly body: string | null;
  readonly level: string;
  readonly docType: string | null;
  readonly docId: string | null;
  readonly isRead: boolean;
  readonly createdAt: string;
  /** `screen`: he wants to see it come */
  readonly channelState: { readonly screen?: boolean } | null;
}
export interface Inbox {
  readonly unread: number;
  readonly records: readonly Message[];
}

export const inboxClient = {
  /** the last twenty, older than `before` */
  mine: (before?: string): Promise<Inbox> =>
    http.get<Inbox>('/message/mine', before === undefined ? { quiet: true } : { params: { before } }),
  /** all of them without ids */
  read: (ids?: readonly string[]): Promise<unknown> =>
    http.post('/message/read', ids === undefined ? {} : { ids }, { quiet: true }),
};
