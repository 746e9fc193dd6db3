import { readFile } from 'node:fs/promises'
import type { Deps } from '../../../../server/context.ts'
import { beginBulk } from '../../../../server/features/learning/bulk-enrollments/create-bulk-enrollment.ts'
import { enrollInForeground } from '../../../../server/features/learning/bulk-enrollments/enroll-in-bulk.ts'
import {
  getBulkEnrollment,
  listRows,
} from '../../../../server/features/learning/bulk-enrollments/read-bulk-enrollments.ts'
import { readCsv } from '../../../../server/features/learning/bulk-enrollments/read-csv.ts'
import {
  type BulkEnrollmentResult,
  BulkOptions,
  maxRows,
} from '../../../../server/features/learning/bulk-enrollments/schema.ts'
import { UsageError } from '../../command-errors.ts'
import { type CommandResult, printable, progress } from '../../output.ts'
import { readInput } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

const linesShown = 20
const millisecondsBetweenLines = 5_000

/** Enrolls everybody in a CSV, in the foreground. */
export async function enrollCsv(
  file: string,
  { course, timeZone, waive }: { course?: string; timeZone?: string; waive?: string },
): Promise<CommandResult> {
  const options = readInput(BulkOptions, { course, timeZone, waive })
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`error: ${printable(file)} cannot be read`)
  })
  const rows = readCsv(bytes, { hasCourse: course !== undefined })

  return withDeps(async (deps) => {
    const { id } = await beginBulk(deps, rows, options)
    await enrollInForeground(deps, id, sayProgress(rows.length))
    return resultOf(deps, id)
  })
}

/** A server goes on within the hour with what an interrupted command leaves. */
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

function describe({ line, email, error, message }: BulkEnrollmentResult): string {
  return printable(`Line ${line}, ${email}: ${error}: ${message}`)
}
