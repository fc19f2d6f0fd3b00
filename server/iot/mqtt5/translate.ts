/**
 * One connection of MQTT 5 as one of 3.1.1, packet by packet; what the broker says comes back as MQTT 5. Nothing is acknowledged here: the
 * acknowledgements are the broker's. What a client may make us keep is bounded: aliases, filters under way, messages it has not taken yet.
 */
import type { IPublishPacket, Packet } from 'mqtt-packet';
import { filterBook } from './filters';
import { answerOf, type Greeting, greetingOf } from './greeting';
import { REASON } from './reasons';
import { aliasBook } from './topics';

export interface Ends {
  readonly toBroker: (packet: Packet) => void;
  readonly toClient: (packet: Packet) => void;
  /** the connection is over; what is due to the client has been said */
  readonly end: () => void;
  /** the client has said its last; the broker still hears all of it */
  readonly bye: () => void;
  /** bytes of a packet as the client gets it */
  readonly lengthOf: (packet: Packet) => number;
}
export interface Translation {
  fromClient(packet: Packet): void;
  fromBroker(packet: Packet): void;
  /** says why and ends */
  leave(reason: number): void;
}

/** messages kept for a client that has too many of ours already */
const MOST_WAITING = 64;

export const translation = (ends: Ends, maxPacket: number): Translation => {
  const named = aliasBook();
  const filters = filterBook();
  let greeting: Greeting | undefined;
  let [isAnswered, isOver] = [false, false];

  const leave = (reason: number): void => {
    if (isOver) return;
    isOver = true;
    if (isAnswered) ends.toClient({ cmd: 'disconnect', reasonCode: reason });
    else ends.toClient({ cmd: 'connack', reasonCode: reason, sessionPresent: false });
    ends.end();
  };
  const flow = flowOf(ends, leave);
  /** a packet for the broker, or why the client has to go */
  const forward = (packet: Packet | number): void => {
    if (typeof packet === 'number') leave(packet);
    else ends.toBroker(packet);
  };
  const greet = (said: Greeting | number): void => {
    if (typeof said !== 'number') greeting = said;
    forward(typeof said === 'number' ? said : said.connect);
  };
  const told = (packet: IPublishPacket): void => {
    const isUnwanted = packet.retain && filters.isQuiet(packet.topic);
    if (!isUnwanted && ends.lengthOf(packet) <= (greeting?.bytes ?? 0)) flow.deliver(packet, greeting?.receive ?? 0);
    else if (packet.qos > 0) ends.toBroker(confirmation(packet.qos === 1 ? 'puback' : 'pubcomp', packet.messageId));
  };
  const taken = (cmd: 'puback' | 'pubcomp', messageId: number | undefined): void => {
    ends.toBroker(confirmation(cmd, messageId));
    flow.taken(messageId, greeting?.receive ?? 0);
  };

  const fromClient = (packet: Packet): void => {
    if (isOver) return;
    if ((greeting === undefined) !== (packet.cmd === 'connect')) leave(REASON.protocol);
    else if (packet.cmd === 'connect') greet(greetingOf(packet));
    else if (packet.cmd === 'publish') forward(named(packet));
    else if (packet.cmd === 'subscribe') forward(filters.subscribe(packet));
    else if (packet.cmd === 'unsubscribe') forward(filters.unsubscribe(packet));
    else if (packet.cmd === 'puback' || packet.cmd === 'pubcomp') taken(packet.cmd, packet.messageId);
    // refused, it is not released: for the broker it is over
    else if (packet.cmd === 'pubrec' && (packet.reasonCode ?? 0) >= 0x80) taken('pubcomp', packet.messageId);
    else if (packet.cmd === 'pubrec' || packet.cmd === 'pubrel') forward(confirmation(packet.cmd, packet.messageId));
    else if (packet.cmd === 'pingreq') forward(packet);
    else if (packet.cmd === 'disconnect') {
      // 3.1.1 has no farewell with a will: its connection just ends
      if (packet.reasonCode !== REASON.withWill) ends.toBroker({ cmd: 'disconnect' });
      isOver = true;
      ends.bye();
    } else leave(REASON.protocol);
  };
  const fromBroker = (packet: Packet): void => {
    if (isOver) return;
    const { messageId = 0 } = packet;
    if (packet.cmd === 'connack') {
      const answer = answerOf(packet, greeting, maxPacket);
      if (answer.reasonCode === REASON.success) {
        isAnswered = true;
        ends.toClient(answer);
      } else leave(answer.reasonCode);
    } else if (packet.cmd === 'publish') told(packet);
    else if (packet.cmd === 'suback') ends.toClient(filters.subscribed(packet));
    else if (packet.cmd === 'unsuback') ends.toClient(filters.unsubscribed(messageId));
    else if (packet.cmd === 'puback' || packet.cmd === 'pubrec' || packet.cmd === 'pubrel' || packet.cmd === 'pubcomp')
      ends.toClient(confirmation(packet.cmd, messageId));
    else ends.toClient(packet);
  };
  return { fromClient, fromBroker, leave };
};

/** Messages to a client, no more at once than it takes. */
const flowOf = ({ toClient }: Ends, leave: (reason: number) => void) => {
  const under = new Set<number>();
  const waiting: Packet[] = [];
  const send = (packet: Packet): void => {
    under.add(packet.messageId ?? 0);
    toClient(packet);
  };
  return {
    deliver(packet: IPublishPacket, most: number): void {
      if (packet.qos === 0) toClient(packet);
      else if (under.size < most) send(packet);
      else if (waiting.length < MOST_WAITING) waiting.push(packet);
      else leave(REASON.quota);
    },
    taken(messageId: number | undefined, most: number): void {
      under.delete(messageId ?? 0);
      const next = under.size < most ? waiting.shift() : undefined;
      if (next !== undefined) send(next);
    },
  };
};

const confirmation = (cmd: 'puback' | 'pubrec' | 'pubrel' | 'pubcomp', messageId = 0): Packet => ({
  cmd,
  messageId,
  reasonCode: REASON.success,
});
