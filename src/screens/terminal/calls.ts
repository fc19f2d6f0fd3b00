import { http } from '../../../runtime/data/http';
import type { SignedIn } from '../../session/tokens';
import { fetchInit } from '../login/calls';
import { sealPassword } from '../login/envelope';
import type { OwnTerminal } from './store';

const OPEN = { open: true, quiet: true } as const;

export const enrol = (orgCode: string, name: string): Promise<Omit<OwnTerminal, 'name'>> =>
  http.post('/sys/terminalEnrol', { orgCode, name }, OPEN);

export interface TerminalState {
  /** dictionary terminalStatus */
  readonly status: string;
  readonly name: string;
  readonly orgName: string;
}
export const stateOf = ({ terminal, key }: OwnTerminal): Promise<TerminalState> =>
  http.post('/sys/terminalEnrol', { terminal, key }, OPEN);

/** A terminal stands open for days: the key of the envelope is asked for each time. */
export const signInPin = async ({ terminal, key }: OwnTerminal, employeeNo: string, pin: string): Promise<SignedIn> => {
  const init = await fetchInit();
  const pwd = await sealPassword(pin, init);
  return http.post('/sys/pinSignIn', { terminal, key, employeeNo, pwd, keyId: init.keyId }, OPEN);
};
