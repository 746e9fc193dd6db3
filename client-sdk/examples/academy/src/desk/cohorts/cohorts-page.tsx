import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { ListPage } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { useMay } from '../permissions.ts'

const { cohorts } = lyceum.admin
export const kinds = { name: 'text!', startsAt: 'start', endsAt: 'end' } as const

export function CohortsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const create = (
    <FormDialog
      name="cohorts.create"
      look="primary"
      kinds={kinds}
      send={async (values) => {
        const { id } = await cohorts.create.mutate(values)
        await navigate({ to: '/desk/cohorts/$id', params: { id } })
      }}
    />
  )
  return (
    <ListPage
      title="cohorts"
      actions={may('enrollments:write') && create}
      list={cohorts.list}
      href={({ id }) => `/desk/cohorts/${id}`}
      columns={{
        name: ({ name }) => <Named name={name} />,
        startsAt: ({ startsAt }) => startsAt && showDay(startsAt),
        endsAt: ({ endsAt }) => endsAt && showDay(endsAt),
        created: ({ createdAt }) => showDay(createdAt),
      }}
    />
  )
}
