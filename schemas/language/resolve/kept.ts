/** A text is never changed in place: what it resolved to still holds while what it looked up is the same. */
import type { ObjectDoc } from '../document';
import type { ReportDoc } from '../document-report';
import { Remembered } from '../remembered';
import { type Resolution, type ResolveLib, resolveWithProblems } from '../resolve';
import type { ResolvedReport } from '../resolved-report';
import { type ReportLib, resolveReport } from './report';

const kept = new Remembered<Resolution>();
const reports = new Remembered<ResolvedReport>();
const NONE: readonly string[] = [];

/** As `resolveWithProblems`; the same value for the same text over the same blocks, settings and codes. */
export function resolvedOnce(doc: ObjectDoc, { area, overlay, ...lib }: ResolveLib): Resolution {
  const looks = {
    block: (code: string) => lib.blocks.get(code),
    settings: () => lib.settings ?? [],
    dictCodes: (dict: string) => lib.dictCodes?.(dict),
    isLive: (name: string) => lib.isLiveFunction?.(name) === true,
  };
  const given = [area, overlay, lib.dictCodes === undefined, lib.isLiveFunction === undefined];
  return kept.of(doc, given, looks, (seen) =>
    resolveWithProblems(doc, {
      blocks: { get: seen.block },
      settings: (doc.settings ?? NONE).length === 0 ? [] : seen.settings(),
      ...(area === undefined ? {} : { area }),
      ...(overlay === undefined ? {} : { overlay }),
      ...(lib.dictCodes === undefined ? {} : { dictCodes: seen.dictCodes }),
      ...(lib.isLiveFunction === undefined ? {} : { isLiveFunction: seen.isLive }),
    }),
  );
}

/** As `resolveReport`; the same value for the same text over the same objects. */
export const reportOnce = (doc: ReportDoc, { area, object }: ReportLib): ResolvedReport =>
  reports.of(doc, [area], { object }, (seen) =>
    resolveReport(doc, { ...(area === undefined ? {} : { area }), object: seen.object }),
  );
