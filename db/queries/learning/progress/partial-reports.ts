import { createBatchWriter } from '../../../postgres/batch-writer.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { isActivityDue, recordActivityOf } from './activity.ts'
import { joinPercent, joinPosition, positionColumns, positionOf } from './join-progress.ts'
import {
  isSurelyOpen,
  ownColumns,
  ownOf,
  type ReportedProgress,
  type ReportPlace,
  reportedBy,
} from './progress.ts'

interface PartialReport extends ReportPlace {
  userId: string
  lessonId: string
  percent: number
  positionSeconds: number | undefined
}

// The key's lock keeps a move of the learner from copying the lesson's progress before the report
// is there. A learner being moved holds up none of the others: the full path waits. In the order of
// learners, like everyone who locks several.
const mergePartialReports = `
  with own as (
    select ${ownColumns}, e.remaining_lessons, ${isActivityDue('report.at')} as is_activity_due,
      report.number, report.percent, report.seconds, report.at, report.id as report_id
    from (
      select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[],
        $5::timestamptz[], $6::uuid[]) with ordinality limit $7
    ) as report (user_id, lesson_id, percent, seconds, at, id, number)
    join lesson_revisions l on l.id = report.lesson_id ${ownOf('report.at', 'report.user_id')}
    where ${isSurelyOpen}
    order by e.user_id for key share of e skip locked
  ), merged as (
    insert into lesson_progress as p
      (user_id, course_id, lesson_key, percent, updated_at, ${positionColumns})
    select user_id, course_id, key, percent, at,
      ${positionOf({ seconds: 'seconds', at: 'at', id: 'report_id' })}
    from own
    on conflict (user_id, course_id, lesson_key) do update set ${joinPercent}, ${joinPosition}
    returning p.user_id, p.percent, p.position_seconds, p.completed_at, p.watched
  )
  ${reportedBy('join merged using (user_id)', 'own.number::int,')}`

const mergeReport = createBatchWriter<PartialReport, ReportedProgress>((db, reports) => {
  const valuesOf = (name: keyof PartialReport) => reports.map((report) => report[name] ?? null)
  const names = ['userId', 'lessonId', 'percent', 'positionSeconds', 'at', 'id'] as const
  return runNamed(db, {
    name: 'merge_partial_reports',
    text: mergePartialReports,
    values: [...names.map(valuesOf), reports.length],
  })
})

/**
 * Merges a report that completes nothing and returns the state of the course. Its cost does not
 * depend on the course's length, and reports of one tick share a statement: players send one every
 * few seconds. Undefined if the full path has to decide. The enrollment's activity follows in a
 * second statement when it is due.
 */
export async function reportPartly(
  db: Db,
  report: PartialReport,
): Promise<ReportedProgress | undefined> {
  const reported = await mergeReport(db, report)
  if (reported?.isActivityDue) await recordActivityOf(db, { ...report, ...reported })
  return reported
}
