import type {
  BulkEnrollmentRow,
  NewInputRow,
} from '../../../../db/queries/learning/bulk-enrollments.ts'
import {
  type ActSubject,
  foretellActsOnLearners,
  foretellResending,
  type LearnerFacts,
} from '../../../../db/queries/learning/enrollments/foretell-acts.ts'
import { endMeant, overAt } from '../../../../lib/lists/periods.ts'
import type { UserContext } from '../../../context.ts'
import { AppError, type ErrorName } from '../../../errors/errors.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { ownLearnerOf } from '../../platform/admin/refuse-own.ts'
import { usualDuesOf } from '../progress/learners-days.ts'
import { closedToThem, type Settlement } from './act-on-row.ts'
import type { GivenInput } from './acts-schema.ts'

export type ForetoldAct = NewInputRow & Settlement

interface Asked {
  act: BulkEnrollmentRow['act']
  of: readonly ActSubject[]
  given: GivenInput
  scope: LearnerScope
}

/** Judges each row as the single act would, from facts that one statement reads. */
export async function foretellAct(
  ctx: UserContext,
  asked: Asked,
): Promise<{ rows: ForetoldAct[]; mails: number }> {
  const { act, of, scope } = asked
  if (act === 'resend') {
    const shown = await foretellResending(
      ctx.db,
      of.map(({ subjectId }) => subjectId),
    )
    const rows = shown.map((one, place) =>
      toRow(of[place], place, one, one.email === null ? saidBy('InvitationNotFound') : changed),
    )
    return { rows, mails: rows.filter(({ outcome }) => outcome === 'changed').length }
  }
  const cohortIds = cohortsOf(scope)
  const facts = await foretellActsOnLearners(ctx.db, { of, cohortIds, now: ctx.now() })
  const judge = await judgeOf(ctx, asked)
  const rows = facts.map((fact, place) => toRow(of[place], place, fact, judge(fact, of[place])))
  const isMailed = ({ outcome }: ForetoldAct, place: number) =>
    outcome === 'changed' && (act === 'extend' || (act === 'message' && facts[place]?.takesMail))
  return { rows, mails: rows.filter(isMailed).length }
}

type Judge = (fact: LearnerFacts, of: ActSubject | undefined) => Settlement

async function judgeOf(ctx: UserContext, { act, of, given, scope }: Asked): Promise<Judge> {
  const own = ownLearnerOf(ctx)
  const paid = saidBy(scope === 'school' ? 'CoursePaidFor' : 'RefundNeeded')
  const endsAt = endMeant(given.endsAt, ctx.config.timeZone) ?? null
  const dueOf = act === 'extend' ? await isLaterFor(ctx, of, given) : undefined
  return (fact, subject) => {
    if (act !== 'end' && act !== 'message' && subject?.subjectId === own)
      return saidBy('NotForYourself')
    if (fact.status === null) return saidBy('EnrollmentNotFound')
    if (act === 'message') return fact.isOpen ? changed : saidBy('EnrollmentNotFound', closedToThem)
    if (act === 'extend') return dueOf?.(subject?.subjectId) ?? changed
    const isOver = fact.status === 'ended' && !fact.hasLeft
    if (act === 'end') return fact.isPaid ? paid : fact.status === 'ended' ? unchanged : changed
    if (isOver && fact.endsAt === null) return saidBy('AccessEnded')
    if (!isOver && fact.endsAt?.getTime() === endsAt?.getTime()) return unchanged
    return endsAt !== null && fact.isPaid ? paid : changed
  }
}

/** Returns a refusal for those whose due date the extension would not move. */
async function isLaterFor(
  ctx: UserContext,
  of: readonly ActSubject[],
  { lessonKey = '', dueOn = '' }: GivenInput,
): Promise<(userId: string | undefined) => Settlement | undefined> {
  const courseId = of[0]?.courseId ?? ''
  const userIds = of.map(({ subjectId }) => subjectId)
  const dues = await usualDuesOf(ctx, { courseId, userIds, lessonKey })
  return (userId = '') => {
    const due = dues.get(userId)
    if (due !== undefined && overAt(dueOn, due.timeZone) > due.at) return undefined
    const message =
      due === undefined
        ? `${lessonKey === '' ? 'courseId' : 'lessonKey'} has no due date to extend`
        : `dueOn is not later than the due date without an extension, ${due.on}`
    return saidBy('InvalidFields', message)
  }
}

const changed: Settlement = { outcome: 'changed', error: null, message: null }
const unchanged: Settlement = { ...changed, outcome: 'unchanged' }

function saidBy(error: ErrorName, message = new AppError(error).message): Settlement {
  return { outcome: 'failed', error, message }
}

function toRow(
  of: ActSubject | undefined,
  place: number,
  shown: Pick<LearnerFacts, 'email' | 'name' | 'course'>,
  settlement: Settlement,
): ForetoldAct {
  return {
    ...{ row: place + 1, line: null, email: shown.email, name: shown.name },
    ...{ course: shown.course ?? '', cohort: null, endsAt: null },
    ...{ subjectId: of?.subjectId ?? null, courseId: of?.courseId ?? null },
    ...settlement,
  }
}
