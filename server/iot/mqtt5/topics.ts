/** Topics and filters of MQTT, and the aliases of one connection. */
import type { IPublishPacket } from 'mqtt-packet';
import { REASON } from './reasons';

export const MOST_ALIASES = 16;
/** a longer one is none of ours, and would be kept as an alias */
const LONGEST = 256;

export const isTopic = (topic: string): boolean => topic !== '' && topic.length <= LONGEST && !/[+#\0]/.test(topic);
export const isFilter = (filter: string): boolean =>
  filter !== '' && filter.length <= LONGEST && /^(?:(?:[^+#/\0]*|\+)\/)*(?:[^+#/\0]*|\+|#)$/.test(filter);

/** What is published with its topic, or why it is not. */
export const aliasBook = (): ((packet: IPublishPacket) => IPublishPacket | number) => {
  const topics = new Map<number, string>();
  return (packet) => {
    const { topicAlias: alias, subscriptionIdentifier } = packet.properties ?? {};
    if (packet.retain) return REASON.noRetain;
    if (subscriptionIdentifier !== undefined) return REASON.protocol;
    if (alias !== undefined && !(alias >= 1 && alias <= MOST_ALIASES)) return REASON.topicAlias;
    const topic = packet.topic === '' && alias !== undefined ? topics.get(alias) : packet.topic;
    if (topic === undefined) return REASON.protocol;
    if (!isTopic(topic)) return REASON.topicName;
    if (alias !== undefined) topics.set(alias, topic);
    return { ...packet, topic, properties: {} };
  };
};
