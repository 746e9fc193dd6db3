import { z } from 'zod'
import { must } from '../../lib/fields/field-schemas.ts'
import { dayOf, daysAfter, isDay, startOfDay } from '../../lib/lists/periods.ts'

const dayRule = 'be a day, like 2027-01-10, or like 7 days after enrollment, or after cohort'
const relative = /^(0|[1-9]\d{0,3}) days? after (enrollment|cohort)$/u
const written = /^(\d{4}-\d{2}-\d{2}|(0|[1-9]\d{0,3}) days? after (enrollment|cohort))$/u

/**
 * When something opens or is due, as authors write it: a day of the learner's, or a number of days
 * after the enrollment or after the cohort began, which counts from 0, the day itself.
 */
export const DayRule = z
  .string(must(dayRule))
  .regex(written, `must ${dayRule}`)
  .refine((rule) => relative.test(rule) || isDay(rule), `must ${dayRule}`)
  .refine((rule) => relative.test(rule) || (rule >= '1970' && rule < '3000'), 'must be after 1969')

/** What the days of a learner count from. */
export interface LearnersDays {
  enrolledAt: Date
  /** Null for who came with no cohort: what is after it counts from the enrollment. */
  cohortBegunAt: Date | null
  /** Where their days begin and end, IANA. */
  timeZone: string
}

/** The day of the learner that a rule means, such as 2027-01-10. */
export function dayMeant(
  rule: string,
  { enrolledAt, cohortBegunAt, timeZone }: LearnersDays,
): string {
  const [, days, after] = relative.exec(rule) ?? []
  if (days === undefined) return rule
  const from = after === 'cohort' ? (cohortBegunAt ?? enrolledAt) : enrolledAt
  return daysAfter(dayOf(from, timeZone), Number(days))
}

/** The day that something is due: by its rule, or by an extension of the learner that gives more. */
export function dueDay(
  rule: string,
  learner: LearnersDays & { extendedTo: string | null | undefined },
): string {
  const meant = dayMeant(rule, learner)
  return learner.extendedTo != null && learner.extendedTo > meant ? learner.extendedTo : meant
}

/** The first instant of the day: something opens. */
export function opensAt(rule: string, learner: LearnersDays): Date {
  return startOfDay(dayMeant(rule, learner), learner.timeZone)
}

/** Whether it is due before it opens; unknown, and false, where the days cannot be compared. */
export function isDueBefore({
  available,
  due,
}: {
  available?: string | null | undefined
  due?: string | null | undefined
}): boolean {
  if (available == null || due == null) return false
  const [opens, ends] = [relative.exec(available), relative.exec(due)]
  if (opens === null && ends === null) return due < available
  return opens?.[2] === ends?.[2] && Number(ends?.[1]) < Number(opens?.[1])
}

/** The day that a rule means, if it counts from a cohort that began, or begins, at this instant. */
export function dayAfterCohort(
  rule: string | null,
  { begunAt, timeZone }: { begunAt: Date; timeZone: string },
): string | undefined {
  const [, , after] = relative.exec(rule ?? '') ?? []
  if (rule === null || after !== 'cohort') return undefined
  return dayMeant(rule, { enrolledAt: begunAt, cohortBegunAt: begunAt, timeZone })
}
