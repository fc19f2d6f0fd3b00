/** What makes this browser a terminal of the floor: kept until somebody takes it away, over every sign-out. */
import { readValue, removeValue, TERMINAL, writeValue } from '../../session/storage';

export interface OwnTerminal {
  readonly terminal: string;
  readonly key: string;
  readonly name: string;
  /** shown until the administrator has typed it */
  readonly pairCode: string;
}
const PREFIX = 'terminalPrefix';

export const ownTerminal = (): OwnTerminal | null => readValue<OwnTerminal>(TERMINAL);
export const keepTerminal = (terminal: OwnTerminal): void => writeValue(TERMINAL, terminal);
export const forgetTerminal = (): void => removeValue(TERMINAL);

/** Numbers of one factory begin alike: the letters of the last one stand there for the next. */
export const numberPrefix = (): string => readValue<string>(PREFIX) ?? '';
export const keepPrefix = (employeeNo: string): void => writeValue(PREFIX, /^[A-Za-z]*/.exec(employeeNo)?.[0] ?? '');

/** `/login` of a terminal is its own screen, unless somebody asks for his account. */
export const wantsTerminal = (query: URLSearchParams): boolean =>
  query.get('terminal') === '1' || (ownTerminal() !== null && query.get('account') !== '1');
