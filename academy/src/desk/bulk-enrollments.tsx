import type { Outputs } from '@lyceum/sdk'
import { bulkEnrollmentOutcome } from '@lyceum/sdk/staff-values'
import { useRouter } from '@tanstack/react-router'
import { lyceum } from '../lyceum.ts'
import { useMay } from '../session/session.ts'
import { findText, t } from '../texts/texts.ts'
import { ProgressBar } from '../ui/bits.tsx'
import { Csv, DownloadButton } from '../ui/data/download-button.tsx'
import { detailPage, ListTable, listPage } from '../ui/data/pages.tsx'
import { Figures, Named, Status } from '../ui/data/parts.tsx'
import { Table } from '../ui/data/table.tsx'
import { showDay, showInstant } from '../ui/format.ts'
import { ForetoldForm } from '../ui/forms/foretold-form.tsx'
import { nameOf } from '../ui/names.ts'
import { picks } from '../ui/picks/picks.tsx'

type BulkEnrollmentLook = Outputs['admin']['bulkEnrollments']['dryRun']
export type BulkTold = BulkEnrollmentLook | Outputs['admin']['bulkEnrollments']['get']

const { bulkEnrollments } = lyceum.admin
const example = 'email,name,course,cohort,endsAt\nada.lovelace@example.com,Ada Lovelace,,,\n'

export const BulkEnrollmentsPage = listPage({
  title: 'bulk',
  above: <Upload />,
  list: bulkEnrollments.list,
  href: ({ id }) => `/desk/bulk/${id}`,
  columns: {
    created: ({ createdAt }) => showInstant(createdAt),
    act: ({ act }) => nameOf(act, 'act'),
    status: ({ status }) => <Status of={status} />,
    rows: ({ total }) => total,
    enrolled: ({ enrolled }) => enrolled,
    invited: ({ invited }) => invited,
    failed: ({ failed }) => failed,
  },
})

function Upload() {
  const router = useRouter()
  if (!useMay()('enrollments:write')) return null
  return (
    <div className="mb-10">
      <ForetoldForm
        to={bulkEnrollments.createFromCsv}
        fields={['csv', 'course', 'waive']}
        looks={{ csv: 'file!', course: { Field: picks.courseSlug } }}
        without={['timeZone']}
        above={
          <DownloadButton
            label={t('bulk.example')}
            name="people.csv"
            read={async () => new Blob([example], { type: 'text/csv' })}
          />
        }
        foretell={t('bulk.look')}
        act={(told: BulkTold) => ('id' in told ? undefined : t('bulk.start', told))}
        send={(list, dryRun): Promise<BulkTold> =>
          bulkEnrollments[dryRun ? 'dryRunCsv' : 'createFromCsv'].mutate(list)
        }
        then={(told) => 'id' in told && router.navigate({ href: `/desk/bulk/${told.id}` })}
      >
        {(told: BulkTold) => 'rows' in told && <BulkLook of={told} />}
      </ForetoldForm>
    </div>
  )
}

/** Previews a list: who is enrolled, how many mails go out, how its columns were read. */
export function BulkLook({ of }: { of: BulkEnrollmentLook }) {
  const { enrolled, invited, already, failed, mails, columns, unused, rows } = of
  return (
    <div className="flex flex-col gap-4" role="status">
      <Figures of={{ enrolled, invited, already, failed, mails }} />
      <ul className="text-muted">
        {columns.map(({ title, readAs }) => (
          <li key={title}>{t('bulk.readAs', { title, as: nameOf(readAs, 'readAs') })}</li>
        ))}
        {unused.length > 0 && <li>{t('bulk.unused', { titles: unused.join(', ') })}</li>}
      </ul>
      {rows.length < of.total && <p>{t('bulk.firstRows', { shown: rows.length })}</p>}
      <Table
        label={t('bulk.look')}
        items={rows}
        columns={{
          row: ({ line, row }) => line ?? row,
          email: ({ email, name }) => <Named name={email ?? '–'} email={name} />,
          course: ({ course }) => <bdi>{course}</bdi>,
          ends: ({ endsOn }) => endsOn && showDay(endsOn),
          result: ({ outcome }) => <Status of={outcome} />,
          reason: reasonOf,
        }}
      />
    </div>
  )
}

function reasonOf({
  error,
  message,
}: Pick<BulkEnrollmentLook['rows'][number], 'error' | 'message'>) {
  return error === 'InvalidFields' ? message : (findText(`error.${error}`) ?? message)
}

export const BulkEnrollmentPage = detailPage({
  get: bulkEnrollments.get,
  input: ({ id }) => ({ bulkEnrollmentId: id }),
  refetchInterval: ({ status }) => status === 'running' && 1_000,
  title: ({ act, createdAt }) => `${nameOf(act, 'act')}, ${showInstant(createdAt)}`,
  actions: ({ id, status }) =>
    status === 'done' && (
      <Csv name="results" read={() => bulkEnrollments.rowsCsv.query({ bulkEnrollmentId: id })} />
    ),
  more: ({ act, status, done, total, enrolled, changed, unchanged, invited, failed }) => ({
    status: (
      <span role="status">
        <Status of={status} /> {t('bulk.done', { done, total })}
      </span>
    ),
    percent: (
      <ProgressBar percent={Math.round((100 * done) / Math.max(total, 1))} label={t('bulk')} />
    ),
    ...(act === 'enroll' && { enrolled, invited }),
    changed,
    unchanged,
    failed,
  }),
  children: ({ id: bulkEnrollmentId, status }) => (
    <ListTable
      key={status}
      title="field.rows"
      list={bulkEnrollments.rows}
      input={{ bulkEnrollmentId }}
      filters={{ outcome: bulkEnrollmentOutcome }}
      refetchInterval={status === 'running' && 2_000}
      columns={{
        row: ({ line, row }) => line ?? row,
        email: ({ email, name }) => <Named name={email ?? '–'} email={name} />,
        course: ({ course }) => <bdi>{course}</bdi>,
        cohort: ({ cohort }) => cohort && <bdi>{cohort}</bdi>,
        ends: ({ endsOn }) => endsOn && showDay(endsOn),
        result: ({ outcome }) => outcome && <Status of={outcome} />,
        reason: reasonOf,
      }}
    />
  ),
})
