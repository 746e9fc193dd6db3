import type { BulkEnrollment } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { Csv } from '../../ui/download-button.tsx'
import { showDay, showInstant } from '../../ui/format.ts'
import { DetailPage, ListTable } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'

const { bulkEnrollments } = lyceum.admin
const outcomes = ['enrolled', 'changed', 'unchanged', 'invited', 'failed'] as const

export function BulkEnrollmentPage() {
  return (
    <DetailPage
      get={bulkEnrollments.get}
      input={({ id }) => ({ bulkEnrollmentId: id })}
      refetchInterval={({ status }) => status === 'running' && 1_000}
      title={({ createdAt }) => t('bulk.of', { at: showInstant(createdAt) })}
      actions={({ id, status }) =>
        status === 'done' && (
          <Csv
            name="results"
            read={() => bulkEnrollments.rowsCsv.query({ bulkEnrollmentId: id })}
          />
        )
      }
      more={(bulk) => ({
        status: (
          <span role="status">
            <Status of={bulk.status} /> {t('bulk.done', { done: bulk.done, total: bulk.total })}
          </span>
        ),
        percent: <ProgressBar percent={percentOf(bulk)} label={t('bulk')} />,
        enrolled: bulk.enrolled,
        changed: bulk.changed,
        unchanged: bulk.unchanged,
        invited: bulk.invited,
        failed: bulk.failed,
      })}
    >
      {(bulk) => <Rows bulk={bulk} key={bulk.status} />}
    </DetailPage>
  )
}

const percentOf = ({ done, total }: BulkEnrollment) => Math.round((100 * done) / Math.max(total, 1))

function Rows({ bulk: { id: bulkEnrollmentId, status } }: { bulk: BulkEnrollment }) {
  return (
    <ListTable
      title="bulk.rows"
      list={bulkEnrollments.rows}
      input={{ bulkEnrollmentId }}
      filters={{ outcome: outcomes }}
      refetchInterval={status === 'running' && 2_000}
      keyOf={({ row }) => String(row)}
      columns={{
        row: ({ line, row }) => line ?? row,
        email: ({ email, name }) => <Named name={email ?? '–'} email={name} />,
        course: ({ course }) => <bdi>{course}</bdi>,
        cohort: ({ cohort }) => cohort && <bdi>{cohort}</bdi>,
        ends: ({ endsAt }) => endsAt && showDay(endsAt),
        result: ({ outcome }) => outcome && <Status of={outcome} />,
        reason: ({ message }) => message,
      }}
    />
  )
}
