/** Who is in a crew on a day (20 team): the spans of its members, both days within, no end = for good. */
export interface MemberSpan {
  readonly fromDate: string;
  readonly toDate: string | null;
}
export const isMemberOn = ({ fromDate, toDate }: MemberSpan, day: string): boolean =>
  fromDate <= day && (toDate === null || toDate >= day);
