/** How a connection of MQTT 5 begins: CONNECT as 3.1.1 has it, and the answer with what the broker can. */
import type { IConnackPacket, IConnectPacket, Packet } from 'mqtt-packet';
import { REASON, reasonOfReturn } from './reasons';
import { isTopic, MOST_ALIASES } from './topics';

export interface Greeting {
  /** messages the client takes before it has acknowledged one, and the bytes of the largest packet */
  readonly receive: number;
  readonly bytes: number;
  readonly connect: Packet;
  /** what it is told beside the limits of the broker */
  readonly told: NonNullable<IConnackPacket['properties']>;
}

/** what the broker lets wait for PUBREL */
const RECEIVE_MAXIMUM = 1_000;
const WILL_AT_ONCE = 'a last will is said at once: its delay is not carried';

/** A greeting, or why there is none. */
export const greetingOf = (packet: IConnectPacket): Greeting | number => {
  const { properties = {}, will, clientId, username, password, keepalive = 0 } = packet;
  const { sessionExpiryInterval: keep = 0, receiveMaximum: receive = 65_535 } = properties;
  const bytes = properties.maximumPacketSize ?? Number.MAX_SAFE_INTEGER;
  // of what must stand once and does not, neither is a number
  if (!(receive > 0 && bytes > 0 && keep >= 0)) return REASON.protocol;
  if (properties.authenticationMethod !== undefined) return REASON.authMethod;
  if (clientId === '') return REASON.clientId;
  if (username === undefined) return REASON.user;
  if (will !== undefined && !isTopic(will.topic)) return REASON.topicName;
  if (will?.retain === true) return REASON.noRetain;
  const isKept = packet.clean !== true && keep > 0;
  const isDelayed = (will?.properties?.willDelayInterval ?? 0) > 0;
  return {
    receive,
    bytes,
    told: {
      ...(keep > 0 && !isKept ? { sessionExpiryInterval: 0 } : {}),
      ...(isDelayed ? { reasonString: WILL_AT_ONCE } : {}),
    },
    connect: {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      ...{ clientId, username, keepalive, clean: !isKept },
      ...(password === undefined ? {} : { password }),
      ...(will === undefined ? {} : { will: { ...will, retain: false, properties: {} } }),
    },
  };
};

/** Its answer; another reason than success ends the connection. */
export const answerOf = (
  { returnCode, sessionPresent }: IConnackPacket,
  greeting: Greeting | undefined,
  maxPacket: number,
): IConnackPacket & { readonly reasonCode: number } => ({
  cmd: 'connack',
  reasonCode: reasonOfReturn(returnCode),
  sessionPresent,
  properties: {
    topicAliasMaximum: MOST_ALIASES,
    receiveMaximum: RECEIVE_MAXIMUM,
    maximumPacketSize: maxPacket,
    retainAvailable: false,
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
    ...greeting?.told,
  },
});
