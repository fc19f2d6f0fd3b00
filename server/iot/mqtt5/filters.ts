/** Subscriptions of one connection: as the broker is asked for them, and their answers filter by filter. */
import type { ISubackPacket, ISubscribePacket, IUnsubackPacket, IUnsubscribePacket } from 'mqtt-packet';
import { REASON, reasonOfGrant } from './reasons';
import { isFilter } from './topics';

/** requests whose answer is due, filters of one, topics of which nothing retained is wanted */
const MOST = 64;

export const filterBook = () => {
  const asked = new Map<number, readonly string[]>();
  const quiet = new Set<string>();
  const faultOf = (messageId: number, filters: readonly string[]): number | undefined => {
    if (asked.size >= MOST || filters.length > MOST) return REASON.quota;
    if (filters.length === 0) return REASON.protocol;
    if (!filters.every(isFilter)) return REASON.topicName;
    asked.set(messageId, filters);
    return undefined;
  };
  const answered = (messageId: number): readonly string[] => {
    const filters = asked.get(messageId) ?? [];
    asked.delete(messageId);
    return filters;
  };
  return {
    subscribe(packet: ISubscribePacket): ISubscribePacket | number {
      const { messageId = 0, subscriptions, properties } = packet;
      if (properties?.subscriptionIdentifier !== undefined) return REASON.noSubscriptionId;
      const topics = subscriptions.map(({ topic }) => topic);
      const fault = faultOf(messageId, topics);
      if (fault !== undefined) return fault;
      // of two wishes for a filter the later one counts, as the broker has it
      const wishes = new Map(subscriptions.map((one) => [one.topic, one]));
      for (const { topic, rh } of wishes.values()) {
        if (rh !== 2) quiet.delete(topic);
        else if (quiet.size < MOST) quiet.add(topic);
      }
      const plain = [...wishes.values()].map(({ topic, qos }) => ({ topic, qos }));
      return { cmd: 'subscribe', messageId, subscriptions: plain };
    },
    unsubscribe({ messageId = 0, unsubscriptions }: IUnsubscribePacket): IUnsubscribePacket | number {
      return faultOf(messageId, unsubscriptions) ?? { cmd: 'unsubscribe', messageId, unsubscriptions };
    },
    subscribed({ messageId = 0, granted }: ISubackPacket): ISubackPacket {
      const filters = answered(messageId);
      const codes = new Map([...new Set(filters)].map((filter, at) => [filter, Number(granted[at])]));
      const reasonOf = (filter: string): number =>
        filter.startsWith('$share/') ? REASON.noShared : reasonOfGrant(codes.get(filter));
      return { cmd: 'suback', messageId, granted: filters.map(reasonOf) };
    },
    unsubscribed: (messageId: number): IUnsubackPacket => ({
      cmd: 'unsuback',
      messageId,
      granted: answered(messageId).map(() => REASON.success),
    }),
    /** whether what is retained there is not wanted */
    isQuiet: (topic: string): boolean => quiet.has(topic),
  };
};
