import { z } from 'zod'
import { must } from '../../lib/fields/field-schemas.ts'
import { dayOf, daysAfter, isDay, startOfDay } from '../../lib/lists/periods.ts'

const dayRule = 'be a day, like 2027-01-10, or like 7 days after enrollment, or after cohort'
const relative = /^(0|[1-9]\d{0,3}) days? after (enrollment|cohort)$/u
const written = /^(\d{4}-\d{2}-\d{2}|(0|[1-9]\d{0,3}) days? after (enrollment|cohort))$/u

/**
 * When something opens or is due, as authors write it: a day in the learner's time zone, or a
 * number of days after the enrollment or the cohort's beginning, counting that day as 0.
 */
export const DayRule = z
  .string(must(dayRule))
  .regex(written, `must ${dayRule}`)
  .refine((rule) => relative.test(rule) || isDay(rule), `must ${dayRule}`)
  .refine((rule) => relative.test(rule) || (rule >= '1970' && rule < '3000'), 'must be after 1969')

/** The facts from which a learner's days are counted. */
export interface LearnersDays {
  enrolledAt: Date
  /** Null without a cohort: days after it then count from the enrollment. */
  cohortBegunAt: Date | null
  /** The IANA time zone in which the learner's days begin and end. */
  timeZone: string
}

/** Returns the learner's day that a rule means, such as 2027-01-10. */
export function dayMeant(
  rule: string,
  { enrolledAt, cohortBegunAt, timeZone }: LearnersDays,
): string {
  const [, days, after] = relative.exec(rule) ?? []
  if (days === undefined) return rule
  const from = after === 'cohort' ? (cohortBegunAt ?? enrolledAt) : enrolledAt
  return daysAfter(dayOf(from, timeZone), Number(days))
}

/** Returns the day that something is due: by its rule, or by an extension that gives more time. */
export function dueDay(
  rule: string,
  learner: LearnersDays & { extendedTo: string | null | undefined },
): string {
  const meant = dayMeant(rule, learner)
  return learner.extendedTo != null && learner.extendedTo > meant ? learner.extendedTo : meant
}

/** Returns the first instant of the day on which something opens. */
export function opensAt(rule: string, learner: LearnersDays): Date {
  return startOfDay(dayMeant(rule, learner), learner.timeZone)
}

/** Whether it is due before it opens; false, too, if the days cannot be compared. */
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

/** Returns the day that a rule means if it counts from a cohort that begins at this instant. */
export function dayAfterCohort(
  rule: string | null,
  { begunAt, timeZone }: { begunAt: Date; timeZone: string },
): string | undefined {
  const [, , after] = relative.exec(rule ?? '') ?? []
  if (rule === null || after !== 'cohort') return undefined
  return dayMeant(rule, { enrolledAt: begunAt, cohortBegunAt: begunAt, timeZone })
}
