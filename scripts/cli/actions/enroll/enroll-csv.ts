import { readFile } from 'node:fs/promises'
import type { Deps } from '../../../../server/context.ts'
import { beginBulk } from '../../../../server/features/learning/bulk-enrollments/create-bulk-enrollment.ts'
import { enrollInForeground } from '../../../../server/features/learning/bulk-enrollments/enroll-in-bulk.ts'
import { foretellList } from '../../../../server/features/learning/bulk-enrollments/foretell.ts'
import {
  getBulkEnrollment,
  listRows,
} from '../../../../server/features/learning/bulk-enrollments/read-bulk-enrollments.ts'
import { readClassList } from '../../../../server/features/learning/bulk-enrollments/read-class-list.ts'
import {
  type BulkEnrollmentLook,
  type BulkEnrollmentResult,
  BulkOptions,
  maxRows,
} from '../../../../server/features/learning/bulk-enrollments/schema.ts'
import { UsageError } from '../../command-errors.ts'
import { asRehearsed, type CautionOptions, confirm } from '../../confirm.ts'
import { type CommandResult, printable, progress } from '../../output.ts'
import { readInput } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

const linesShown = 20
const millisecondsBetweenLines = 5_000

interface ClassOptions extends CautionOptions {
  course?: string
  timeZone?: string
  waive?: string
}

/** Enrolls everybody in a class list, in the foreground, once it has said what that does. */
export async function enrollCsv(
  file: string,
  { course, timeZone, waive, yes, dryRun }: ClassOptions,
): Promise<CommandResult> {
  const options = readInput(BulkOptions, { course, timeZone, waive })
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`error: ${printable(file)} cannot be read`)
  })
  const list = await readClassList(bytes, { hasCourse: course !== undefined })
  const { rows } = list

  return withDeps(async (deps) => {
    const look = await foretellList(deps, list, options)
    if (dryRun) return asRehearsed({ json: look, text: textOf(look), failed: look.failed > 0 })
    if (!yes && look.mails > 0) await confirm(`${textOf(look)}Enroll them?`, 'enroll')
    const { id } = await beginBulk(deps, rows, options)
    await enrollInForeground(deps, id, sayProgress(rows.length))
    return resultOf(deps, id)
  })
}

function textOf(look: BulkEnrollmentLook): string {
  const { total, enrolled, invited, already, failed, mails, columns, unused, rows } = look
  const refused = rows.filter(({ outcome }) => outcome === 'failed')
  const hidden = failed - Math.min(refused.length, linesShown)
  const lines = [
    `${total} rows: ${enrolled} to enroll, ${invited} to invite, ${already} there already, ` +
      `${failed} refused; ${mails} mails.`,
    ...columns.map(({ title, readAs }) => printable(`Column "${title}" is read as ${readAs}.`)),
    ...unused.map((one) => printable(`Not used: ${one}.`)),
    ...refused.slice(0, linesShown).map(describe),
    ...(hidden > 0 ? [`${hidden} more rows would fail.`] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** Shows progress. A server completes within the hour what an interrupted command leaves. */
function sayProgress(total: number): (done: number) => void {
  let saidAt = performance.now()
  return (done) => {
    if (performance.now() - saidAt < millisecondsBetweenLines) return
    saidAt = performance.now()
    progress(`${done} of ${total} done`)
  }
}

async function resultOf(deps: Deps, id: string): Promise<CommandResult> {
  const bulk = await getBulkEnrollment(deps, { bulkEnrollmentId: id })
  const { items } = await listRows(deps, {
    bulkEnrollmentId: id,
    limit: maxRows,
    outcome: 'failed',
  })
  const { total, enrolled, changed, unchanged, invited, failed } = bulk
  const hidden = items.length - linesShown
  const lines = [
    `${total} rows: ${enrolled} enrolled, ${invited} invited, ${changed} changed, ` +
      `${unchanged} unchanged, ${failed} failed.`,
    ...items.slice(0, linesShown).map(describe),
    ...(hidden > 0 ? [`${hidden} more rows failed; --json names all of them.`] : []),
  ]
  return { json: { ...bulk, failures: items }, text: `${lines.join('\n')}\n`, failed: failed > 0 }
}

function describe(row: Omit<BulkEnrollmentResult, 'endsAt' | 'outcome'>): string {
  const { line, email, error, message } = row
  return printable(`Line ${line}, ${email}: ${error}: ${message}`)
}
