import { setTimeout as sleep } from 'node:timers/promises'
import { findQuarantine, type QuarantineRow } from '../../../db/queries/maintenance/quarantine.ts'
import { formatMoney } from '../../../lib/money.ts'
import { createPayments } from '../../../server/adapters/payments/payments.ts'
import type { Deps } from '../../../server/context.ts'
import { enterQuarantine } from '../../../server/features/maintenance/quarantine/enter-quarantine.ts'
import { leaveQuarantine } from '../../../server/features/maintenance/quarantine/leave-quarantine.ts'
import {
  type Reconciled,
  reconcile,
} from '../../../server/features/maintenance/quarantine/reconcile.ts'
import { scheduledKinds } from '../../../server/job-kinds.ts'
import { quarantineFreshMilliseconds } from '../../../server/security/quarantine.ts'
import { UsageError } from '../command-errors.ts'
import { asRehearsed, type CautionOptions } from '../confirm.ts'
import { type CommandResult, printable, progress, said } from '../output.ts'
import { withDeps } from '../with-deps.ts'
import { count } from './backup.ts'

export async function showQuarantine({ db }: Deps): Promise<CommandResult> {
  const state = await findQuarantine(db)
  if (state === undefined) return said({ quarantine: false }, 'The service is not in quarantine.')
  return { json: jsonOf(state), text: textOf(state) }
}

function jsonOf({ since, dataFrom, reason, reconciledAt }: QuarantineRow) {
  return { quarantine: true, since, dataFrom, reason, reconciledAt }
}

function textOf({ since, dataFrom, reason, reconciledAt }: QuarantineRow): string {
  const next =
    reconciledAt === null
      ? 'Next: lyceum reconcile'
      : `Reconciled at ${reconciledAt.toISOString()}. Next: lyceum quarantine off`
  return (
    `The service has been in quarantine since ${since.toISOString()}: ${printable(reason)}.\n` +
    `Its data is from ${dataFrom.toISOString()}.\n${next}\n`
  )
}

interface EnterOptions extends CautionOptions {
  dataFrom?: string
  reason: string
}

export async function enter(
  deps: Deps,
  { dataFrom, reason, dryRun }: EnterOptions,
): Promise<CommandResult> {
  const from = dataFrom === undefined ? undefined : readInstant(dataFrom)
  const entered = await enterQuarantine(deps, { dataFrom: from, reason })
  const { state, isNew, ended, droppedJobs } = entered
  const dropped = droppedJobs.map(({ kind, count }) => `${count} ${kind}`).join(', ')
  const effects =
    `Ended ${count(ended.sessions, 'session')} and ${count(ended.codes, 'code')}. ` +
    `Dropped jobs: ${dropped || 'none'}.\n`
  // Waits until running processes have noticed it.
  if (!dryRun) await sleep(2 * quarantineFreshMilliseconds)
  return {
    json: { ...jsonOf(state), isNew, ended, droppedJobs },
    text: textOf(state) + (isNew ? effects : ''),
  }
}

function readInstant(typed: string): Date {
  const instant = new Date(typed)
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(typed)
  if (isWhole && !Number.isNaN(instant.getTime()) && instant.getTime() <= Date.now()) return instant
  throw new UsageError(
    'error: --data-from must be an instant in the past, like 2026-11-22T03:15:00Z',
  )
}

interface LeaveOptions {
  withoutReconciling?: true
  reason?: string
}

export async function leave({ withoutReconciling, reason }: LeaveOptions): Promise<CommandResult> {
  if (withoutReconciling && reason === undefined)
    throw new UsageError('error: --without-reconciling needs a --reason')
  const why = withoutReconciling ? reason : undefined
  const options = { scheduledKinds, withoutReconciling: why }
  const left = await withDeps((deps) => leaveQuarantine(deps, options))
  const sentence = left
    ? 'The quarantine has ended: within a second every process works again.'
    : 'The service is not in quarantine.'
  return said({ quarantine: false, left }, sentence)
}

export async function reconcileData(
  deps: Deps,
  { lastReceipt, dryRun = false }: { lastReceipt?: number; dryRun?: boolean },
): Promise<CommandResult> {
  progress('Comparing the data with what is known outside')
  const payments = createPayments(deps.config)
  const result = resultOf(deps, await reconcile(deps, { payments, lastReceipt, dryRun }))
  return dryRun ? asRehearsed(result) : result
}

/** Losses that no comparison can restore. */
const unknowable = [
  'Accounts registered since are gone: their owners register again.',
  'Passwords, emails and roles are those of the backup: who changed them since is not known.',
  'Accounts erased since are back: look for account-erased in the logs, and erase them again.',
  'Progress reported since is gone; certificates revoked since are valid again: see the logs.',
  'Uses of coupons, free courses enrolled in, and purchases marked as paid by hand since are gone.',
]

function resultOf({ config }: Pick<Deps, 'config'>, report: Reconciled): CommandResult {
  const { dataFrom, receiptGaps, payments, reversals, certificates } = report
  const { restored, filesRestored, storage } = certificates
  const lines = [
    `The data is from ${dataFrom.toISOString()}.`,
    ...receiptGaps.map(
      ({ year, first, last }) => `Receipts: ${year}-${first} to ${year}-${last} are skipped.`,
    ),
    payments.provider === undefined
      ? 'Payments: no provider is configured.'
      : `Payments: ${payments.seen} at ${payments.provider}, of which ${payments.unknown} were ` +
        `unknown here and ${payments.booked} are booked now.`,
    ...(config.paymentProvider === 'sandbox' ? ['The sandbox remembers no payments.'] : []),
    `Refunds and disputes: ${reversals} looked at.`,
    storage === undefined
      ? 'Certificates: PDFs are in the database; those issued since the backup are gone with it.'
      : `Certificates: ${certificates.unknown} unknown PDFs in the ${storage}; ` +
        `${restored.length} certificates and ${filesRestored} lost prints restored.`,
    ...restored.map(
      ({ code, learnerName, courseTitle }) =>
        `  ${code}  ${printable(learnerName)}  ${printable(courseTitle)}`,
    ),
    'For you to settle:',
    ...payments.forOperator.map(
      ({ payment, amount, reason }) => `  payment ${payment} of ${formatMoney(amount)}: ${reason}`,
    ),
    ...certificates.forOperator.map(({ file, code, reason }) =>
      printable(`  ${file}${code === undefined ? '' : ` (${code})`}: ${reason}`),
    ),
    ...unknowable.map((sentence) => `  ${sentence}`),
  ]
  return { json: { ...report, unknowable }, text: `${lines.join('\n')}\n` }
}
