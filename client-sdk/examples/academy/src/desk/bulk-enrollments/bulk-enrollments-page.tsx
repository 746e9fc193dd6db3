import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { timeZone } from '../../ui/days.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Fields, given, readFields } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { showInstant } from '../../ui/format.ts'
import { ListPage } from '../../ui/pages.tsx'
import { Status } from '../../ui/status.tsx'
import { useMay } from '../permissions.ts'

const { bulkEnrollments } = lyceum.admin
const example = 'email,name,course,cohort,endsAt\nada.lovelace@example.com,Ada Lovelace,,,\n'
const kinds = { csv: 'file!', course: 'courseSlug', waive: 'text' } as const

export function BulkEnrollmentsPage() {
  const may = useMay()
  return (
    <ListPage
      title="bulk"
      above={may('enrollments:write') && <Upload />}
      list={bulkEnrollments.list}
      href={({ id }) => `/desk/bulk/${id}`}
      columns={{
        created: ({ createdAt }) => showInstant(createdAt),
        status: ({ status }) => <Status of={status} />,
        rows: ({ total }) => total,
        enrolled: ({ enrolled }) => enrolled,
        invited: ({ invited }) => invited,
        failed: ({ failed }) => failed,
      }}
    />
  )
}

function Upload() {
  const navigate = useNavigate()
  const help = (
    <DownloadButton
      label={t('bulk.example')}
      name="people.csv"
      read={async () => new Blob([example], { type: 'text/csv' })}
    />
  )
  return (
    <Form
      submit={t('bulk.start')}
      className="mb-10 max-w-2xl"
      actions={help}
      onSubmit={async (values) => {
        const input = { timeZone, ...given(readFields(values, kinds)) }
        const { id } = await bulkEnrollments.createFromCsv.mutate(input)
        await navigate({ to: '/desk/bulk/$id', params: { id } })
      }}
    >
      <Fields kinds={kinds} />
    </Form>
  )
}
