/**
 * Names of boxes on the broker (50 §2.2 to §2.4): what may be said of one follows from its topic, never from what it sends. A box speaks
 * one of two protocols, the own format or Sparkplug B, where the organisation is the group and the box its edge node.
 */

export interface Address {
  readonly org: string;
  readonly sn: string;
}
export const UPS = ['birth', 'data', 'fast', 'event', 'death'] as const;
export type Up = (typeof UPS)[number];
const NODE_VERBS = ['NBIRTH', 'NDATA', 'NDEATH'] as const;
const DEVICE_VERBS = ['DBIRTH', 'DDATA', 'DDEATH'] as const;
export type Verb = (typeof NODE_VERBS)[number] | (typeof DEVICE_VERBS)[number];

/** codes of the dictionary boxProtocol */
export const OWN = '1';
export const SPARKPLUG = '2';
export interface SparkplugTopic {
  readonly protocol: typeof SPARKPLUG;
  readonly verb: Verb;
  /** code of a station; null: the box itself */
  readonly device: string | null;
}
export type Said = { readonly protocol: typeof OWN; readonly up: Up } | SparkplugTopic;

const ORG = '([a-z][a-z0-9]{1,19})';
const SN = '([A-Za-z0-9-]{4,32})';
const TOPIC = new RegExp(`^iot/v1/${ORG}/${SN}/up/([a-z]+)$`);
// a NUL is no character of a text in the database
const SPARKPLUG_TOPIC = new RegExp(`^spBv1\\.0/${ORG}/([A-Z]+)/${SN}(?:/([^+#/\\0]{1,64}))?$`);
const USER = new RegExp(`^${ORG}/${SN}$`);
/** the name this installation has as a host application of Sparkplug */
const HOST = 'factory';

export const prefixOf = ({ org, sn }: Address): string => `iot/v1/${org}/${sn}`;
export const userOf = ({ org, sn }: Address): string => `${org}/${sn}`;
export const ackTopic = (address: Address): string => `${prefixOf(address)}/down/ack`;
/** where an edge node speaks, as people read it */
export const nodePattern = ({ org, sn }: Address): string => `spBv1.0/${org}/+/${sn}`;
export const commandTopic = ({ org, sn }: Address): string => `spBv1.0/${org}/NCMD/${sn}`;
export const STATE_TOPIC = `spBv1.0/STATE/${HOST}`;

/** what a server hears of boxes on a broker outside: signals, and all other values */
export const OWN_FILTERS = {
  key: UPS.filter((up) => up !== 'fast').map((up) => `iot/v1/+/+/up/${up}`),
  fast: ['iot/v1/+/+/up/fast'],
};
export const EDGE_FILTERS: readonly string[] = [
  ...NODE_VERBS.map((verb) => `spBv1.0/+/${verb}/+`),
  ...DEVICE_VERBS.map((verb) => `spBv1.0/+/${verb}/+/+`),
];

/** Whose message it is and which; null = no topic of ours. */
export const readTopic = (topic: string): (Address & { readonly said: Said }) | null => {
  const own = TOPIC.exec(topic);
  const [, org, sn, name] = own ?? [];
  const up = UPS.find((one) => one === name);
  if (org !== undefined && sn !== undefined && up !== undefined) return { org, sn, said: { protocol: OWN, up } };
  return own === null ? readSparkplug(topic) : null;
};
const readSparkplug = (topic: string): ReturnType<typeof readTopic> => {
  const [, org, name, sn, device = null] = SPARKPLUG_TOPIC.exec(topic) ?? [];
  const verbs: readonly Verb[] = device === null ? NODE_VERBS : DEVICE_VERBS;
  const verb = verbs.find((one) => one === name);
  return org === undefined || sn === undefined || verb === undefined
    ? null
    : { org, sn, said: { protocol: SPARKPLUG, verb, device } };
};
/** Where a box says it. */
export const topicOf = (address: Address, said: Said): string => {
  if (said.protocol === OWN) return `${prefixOf(address)}/up/${said.up}`;
  const { verb, device } = said;
  return `spBv1.0/${address.org}/${verb}/${address.sn}${device === null ? '' : `/${device}`}`;
};
/** The organisation a topic names, readable or not. */
export const orgIn = (topic: string): string => topic.split('/')[topic.startsWith('spBv1.0/') ? 1 : 2] ?? '';

/** Whether a box that speaks so may publish there, all of it below its own name. */
export const maySay = (address: Address, protocol: string, topic: string): boolean => {
  if (protocol !== SPARKPLUG) return topic.startsWith(`${prefixOf(address)}/up/`);
  const read = readTopic(topic);
  return read !== null && read.said.protocol === SPARKPLUG && read.org === address.org && read.sn === address.sn;
};
/** Whether it may listen there: to what is told to it, and as an edge node to whether its host is there. */
export const mayHear = (address: Address, protocol: string, filter: string): boolean => {
  if (protocol !== SPARKPLUG) return filter.startsWith(`${prefixOf(address)}/down/`);
  const own = ['NCMD', 'DCMD'].map((verb) => `spBv1.0/${address.org}/${verb}/${address.sn}`);
  return filter === STATE_TOPIC || own.some((topic) => filter === topic || filter.startsWith(`${topic}/`));
};

/** The box a user name stands for. */
export const readUser = (user: string | undefined): Address | null => {
  const [, org, sn] = USER.exec(user ?? '') ?? [];
  return org === undefined || sn === undefined ? null : { org, sn };
};
