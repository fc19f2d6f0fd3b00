/** Names of boxes on the broker (50 §2.2, §2.3): what may be said of one follows from its topic, never from what it sends. */

export interface Address {
  readonly org: string;
  readonly sn: string;
}
export const UPS = ['birth', 'data', 'fast', 'event', 'death'] as const;
export type Up = (typeof UPS)[number];

const TOPIC = /^iot\/v1\/([a-z][a-z0-9]{1,19})\/([A-Za-z0-9-]{4,32})\/up\/([a-z]+)$/;
const USER = /^([a-z][a-z0-9]{1,19})\/([A-Za-z0-9-]{4,32})$/;

export const prefixOf = ({ org, sn }: Address): string => `iot/v1/${org}/${sn}`;
export const userOf = ({ org, sn }: Address): string => `${org}/${sn}`;
export const ackTopic = (address: Address): string => `${prefixOf(address)}/down/ack`;

/** Whose message it is and which; null = no topic of ours. */
export const readTopic = (topic: string): (Address & { readonly up: Up }) | null => {
  const [, org, sn, up] = TOPIC.exec(topic) ?? [];
  const known = UPS.find((name) => name === up);
  return org === undefined || sn === undefined || known === undefined ? null : { org, sn, up: known };
};
/** The box a user name stands for. */
export const readUser = (user: string | undefined): Address | null => {
  const [, org, sn] = USER.exec(user ?? '') ?? [];
  return org === undefined || sn === undefined ? null : { org, sn };
};
