/** The form host with 300 fields in groups (/bench/form) beside bare antd controls and the form of @formily/antd-v5, in one run. */
import { type Case, runCases } from './browser';
import type { Result } from './measure';

const FIELDS = 300;

export const benchForm = async (): Promise<Result[]> => {
  const of = (url: string): Case => ({ url, n: FIELDS, steps: ['key'], at: 0, typed: 'ab' });
  const found = await runCases(18_902, (ours, peers) => ({
    ours: of(`${ours}/form`),
    ruled: of(`${ours}/form?rules=100`),
    inputs: of(`${peers}/form-inputs.html`),
    formily: of(`${peers}/form-formily.html`),
    formilyRuled: of(`${peers}/form-formily.html?rules=100`),
  }));
  return [
    found.row(
      `mount ${FIELDS} fields in groups, main-thread ms (bare: antd controls only)`,
      'mount',
      ['ours', 'inputs'],
      { ratio: 1 },
    ),
    found.row('the same beside the form of @formily/antd-v5', 'mount', ['ours', 'formily']),
    found.row('a key with 100 rules on the field, ms (bare: the same form without rules)', 'key', ['ruled', 'ours'], {
      ratio: 1.5,
    }),
    found.row('a key without rules beside bare antd controls, ms', 'key', ['ours', 'inputs']),
    found.row('a key with 100 rules beside the form of @formily/antd-v5 with 100 reactions', 'key', [
      'ruled',
      'formilyRuled',
    ]),
  ];
};
