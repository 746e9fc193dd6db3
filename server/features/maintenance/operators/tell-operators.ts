import {
  claimOperatorMail,
  deleteOperatorMailsBefore,
  findLastOperatorMail,
  replaceOperatorFindings,
} from '../../../../db/queries/maintenance/operators/operators.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { isFindingKind, type OperatorFinding } from '../../../texts/operators.ts'
import { lookForFindings } from './look-for-findings.ts'

/** Time between two looks: what fixes itself in between is none of an operator's business. */
const millisecondsUntilSure = 20 * 60_000
/** Starts the day of the mail after the nightly check of the data. */
const millisecondsUntilDayBegins = 4 * 3_600_000
const daysKept = 365
const dayMilliseconds = 86_400_000

/**
 * The job: looks for what only operators can fix, stores it for the metrics, and mails it to them:
 * all in one mail a day at most, whatever the number of processes.
 */
export async function tellOperators(ctx: Deps): Promise<void> {
  const { findings, unknown } = await lookForFindings(ctx)
  const now = ctx.now()
  await inTransaction(ctx, async (ctx) => {
    const known = await replaceOperatorFindings(ctx.db, {
      findings: findings.map((finding) => ({ ...finding, foundAt: now })),
      unknown,
    })
    const sure = known.filter(
      ({ foundAt }) => now.getTime() - foundAt.getTime() >= millisecondsUntilSure,
    )
    await mailFindings(
      ctx,
      sure.flatMap(({ kind, facts }) => (isFindingKind(kind) ? [{ kind, facts }] : [])),
      [...known.map(({ kind }) => kind), ...unknown],
    )
  })
}

async function mailFindings(
  ctx: Deps,
  findings: OperatorFinding[],
  present: string[],
): Promise<void> {
  const { operatorEmails } = ctx.config
  if (operatorEmails.length === 0) return
  const last = await findLastOperatorMail(ctx.db)
  // Ignores kinds that only another release knows.
  const mended = (last?.kinds ?? []).filter(isFindingKind).filter((kind) => !present.includes(kind))
  if (findings.length === 0 && mended.length === 0) return

  const kinds = findings.map(({ kind }) => kind)
  if (!(await claimOperatorMail(ctx.db, { day: dayOfMails(ctx.now()), kinds }))) return
  await deleteOperatorMailsBefore(
    ctx.db,
    dayOfMails(new Date(ctx.now().getTime() - daysKept * dayMilliseconds)),
  )
  const at = ctx.now().toISOString()
  for (const to of new Set(operatorEmails))
    await ctx.jobs.enqueue(ctx.db, 'mail-operator', { to, at, findings, mended })
  ctx.afterCommit(() => ctx.jobs.wake('mail-operator'))
}

function dayOfMails(instant: Date): string {
  return dayOf(new Date(instant.getTime() - millisecondsUntilDayBegins), 'UTC')
}
