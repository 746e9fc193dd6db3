import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FileField, Form } from '../../ui/form.tsx'
import { showInstant } from '../../ui/format.ts'
import { timeZone } from '../kit/days.ts'
import { CourseField, Field } from '../kit/fields.tsx'
import { ListPage } from '../kit/pages.tsx'
import { Status } from '../kit/parts.tsx'
import { useMay } from '../permissions.ts'

const { bulkEnrollments } = lyceum.admin
const example = 'email,name,course,cohort,endsAt\nada.lovelace@example.com,Ada Lovelace,,,\n'

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
  const starting = useMutation({
    mutationFn: (input: Parameters<typeof bulkEnrollments.createFromCsv.mutate>[0]) =>
      bulkEnrollments.createFromCsv.mutate(input),
    meta: { showsErrors: true },
  })
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
      onSubmit={async ({ course, waive }, form) => {
        const csv = new FormData(form).get('csv')
        if (!(csv instanceof File)) return
        const chosen = { ...(course && { course }), ...(waive && { waive }) }
        const { id } = await starting.mutateAsync({ csv, timeZone, ...chosen })
        await navigate({ to: '/desk/bulk/$id', params: { id } })
      }}
    >
      <FileField
        name="csv"
        label={t('bulk.file')}
        hint={t('bulk.fileHint')}
        accept=".csv,.tsv,.txt"
      />
      <CourseField by="slug" none={t('bulk.courseInFile')} />
      <Field name="waive" />
    </Form>
  )
}
