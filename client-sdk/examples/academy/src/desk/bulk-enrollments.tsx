import { lyceum } from '../lyceum.ts'
import { useMay } from '../session/permissions.ts'
import { findText, t } from '../texts/texts.ts'
import { ProgressBar } from '../ui/bits.tsx'
import { Csv, DownloadButton } from '../ui/data/download-button.tsx'
import { detailPage, ListTable, listPage } from '../ui/data/pages.tsx'
import { Named } from '../ui/data/parts.tsx'
import { Status } from '../ui/data/status.tsx'
import { showDay, showInstant } from '../ui/format.ts'
import { Fields, given, readFields } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'

const { bulkEnrollments } = lyceum.admin
const example = 'email,name,course,cohort,endsAt\nada.lovelace@example.com,Ada Lovelace,,,\n'
const kinds = { csv: 'file!', course: 'courseSlug', waive: 'text' } as const

export const BulkEnrollmentsPage = listPage({
  title: 'bulk',
  above: <Upload />,
  list: bulkEnrollments.list,
  href: ({ id }) => `/desk/bulk/${id}`,
  columns: {
    created: ({ createdAt }) => showInstant(createdAt),
    status: ({ status }) => <Status of={status} />,
    rows: ({ total }) => total,
    enrolled: ({ enrolled }) => enrolled,
    invited: ({ invited }) => invited,
    failed: ({ failed }) => failed,
  },
})

function Upload() {
  if (!useMay()('enrollments:write')) return null
  return (
    <Form
      submit={t('bulk.start')}
      className="mb-10 max-w-2xl"
      actions={
        <DownloadButton
          label={t('bulk.example')}
          name="people.csv"
          read={async () => new Blob([example], { type: 'text/csv' })}
        />
      }
      onSubmit={(values) =>
        bulkEnrollments.createFromCsv.mutate({ ...given(readFields(values, kinds)) })
      }
      leadsTo={({ id }) => `/desk/bulk/${id}`}
    >
      <Fields kinds={kinds} />
    </Form>
  )
}

export const BulkEnrollmentPage = detailPage({
  get: bulkEnrollments.get,
  input: ({ id }) => ({ bulkEnrollmentId: id }),
  refetchInterval: ({ status }) => status === 'running' && 1_000,
  title: ({ createdAt }) => t('bulk.of', { at: showInstant(createdAt) }),
  actions: ({ id, status }) =>
    status === 'done' && (
      <Csv name="results" read={() => bulkEnrollments.rowsCsv.query({ bulkEnrollmentId: id })} />
    ),
  more: ({ status, done, total, enrolled, changed, unchanged, invited, failed }) => ({
    status: (
      <span role="status">
        <Status of={status} /> {t('bulk.done', { done, total })}
      </span>
    ),
    percent: (
      <ProgressBar percent={Math.round((100 * done) / Math.max(total, 1))} label={t('bulk')} />
    ),
    enrolled,
    changed,
    unchanged,
    invited,
    failed,
  }),
  children: ({ id: bulkEnrollmentId, status }) => (
    <ListTable
      key={status}
      title="field.rows"
      list={bulkEnrollments.rows}
      input={{ bulkEnrollmentId }}
      filters={{ outcome: ['enrolled', 'changed', 'unchanged', 'invited', 'failed'] }}
      refetchInterval={status === 'running' && 2_000}
      keyOf={({ row }) => String(row)}
      columns={{
        row: ({ line, row }) => line ?? row,
        email: ({ email, name }) => <Named name={email ?? '–'} email={name} />,
        course: ({ course }) => <bdi>{course}</bdi>,
        cohort: ({ cohort }) => cohort && <bdi>{cohort}</bdi>,
        ends: ({ endsOn }) => endsOn && showDay(endsOn),
        result: ({ outcome }) => outcome && <Status of={outcome} />,
        reason: ({ error, message }) =>
          error === 'InvalidFields' ? message : (findText(`error.${error}`) ?? message),
      }}
    />
  ),
})
