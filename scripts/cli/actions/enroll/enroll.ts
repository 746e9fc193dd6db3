import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import { type Deps, rehearse } from '../../../../server/context.ts'
import { endLearnerEnrollment } from '../../../../server/features/learning/enrollments/end-learner-enrollment.ts'
import {
  type EnrollOutcome,
  enrollLearner,
} from '../../../../server/features/learning/enrollments/enroll-learner.ts'
import { UsageError } from '../../command-errors.ts'
import { asRehearsed, type CautionOptions } from '../../confirm.ts'
import { type CommandResult, said } from '../../output.ts'
import { withDeps } from '../../with-deps.ts'
import { enrollCsv } from './enroll-csv.ts'

interface EnrollOptions extends CautionOptions {
  end?: true
  csv?: string
  course?: string
  timeZone?: string
  waive?: string
  ends?: Date | null
  cohort?: string
  invite?: true
}

const states = {
  enrolled: 'is now enrolled in',
  changed: 'has one more way into, or another end date in,',
  unchanged: 'is already enrolled in',
  invited: 'has no verified account, and is invited to',
} satisfies Record<EnrollOutcome, string>

/** Enrolls one person, or everybody in a CSV. */
export async function enroll(
  email: string | undefined,
  idOrSlug: string | undefined,
  options: EnrollOptions,
): Promise<CommandResult> {
  const { csv, end, ends, cohort, invite } = options
  if (csv !== undefined) {
    if ([email, end, ends, cohort, invite].some((given) => given !== undefined))
      throw new UsageError(
        'error: --csv takes --course, --time-zone and --waive only; see its columns',
      )
    return enrollCsv(csv, options)
  }
  if (email === undefined || idOrSlug === undefined)
    throw new UsageError('error: name an email and a course, or a file with --csv')
  const one = (deps: Deps) => enrollOne(deps, { email, idOrSlug }, options)
  return withDeps(async (deps) =>
    options.dryRun ? asRehearsed(await rehearse(deps, one)) : one(deps),
  )
}

async function enrollOne(
  deps: Deps,
  chosen: { email: string; idOrSlug: string },
  { end, ends: endsAt, cohort, invite, waive }: EnrollOptions,
): Promise<CommandResult> {
  if (end) {
    const { course, isNew, isOpen } = await endLearnerEnrollment(deps, chosen)
    const kept = isOpen ? 'stays enrolled by a program in' : 'was not enrolled in'
    const state = isNew ? 'is no longer enrolled in' : kept
    return resultOf(chosen.email, course, [isNew, state])
  }
  const invites = invite === true
  const wish = { ...chosen, endsAt, cohort, waive, invites }
  const { course, outcome } = await enrollLearner(deps, wish)
  return resultOf(chosen.email, course, [outcome !== 'unchanged', states[outcome]])
}

function resultOf(
  email: string,
  { id, slug, title, version }: CourseRow,
  [changed, state]: [changed: boolean, state: string],
): CommandResult {
  const json = { email, course: { id, slug, title, version }, changed }
  return said(json, `${email} ${state} ${slug} (${title}).`)
}
