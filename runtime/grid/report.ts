/** What a paste, an import or a scan did, for the bar over the rows: said until it is closed or the next one says something. */
export interface GridReport {
  readonly text: string;
  /** titles that name no column here */
  readonly unmatched?: readonly string[];
  /** columns nobody writes, or not now */
  readonly kept?: readonly string[];
  /** cells whose text could not be taken */
  readonly faults?: number;
  /** lines there was no row for */
  readonly left?: number;
}

/** The parts of a report behind its first words; nothing when everything went in. */
export function doubts(report: GridReport): readonly string[] {
  const { unmatched = [], kept = [], faults = 0, left = 0 } = report;
  return [
    ...(unmatched.length === 0 ? [] : [`没有对应的列：${unmatched.join('、')}`]),
    ...(kept.length === 0 ? [] : [`不可填写，已略过：${kept.join('、')}`]),
    ...(left === 0 ? [] : [`${left} 行没有位置，已略过`]),
    ...(faults === 0 ? [] : [`${faults} 个单元格未读出，已标红`]),
  ];
}
