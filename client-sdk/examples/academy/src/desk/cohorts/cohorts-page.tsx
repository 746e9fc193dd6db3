import type { Cohort } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { FormDialog } from '../../ui/actions.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { showDay } from '../../ui/format.ts'
import { dayOf, endOf, startOf } from '../kit/days.ts'
import { Field } from '../kit/fields.tsx'
import { ListPage } from '../kit/pages.tsx'
import { Named } from '../kit/parts.tsx'
import { useMay } from '../permissions.ts'

const { cohorts } = lyceum.admin

export function CohortsPage() {
  const may = useMay()
  return (
    <ListPage
      title="cohorts"
      actions={may('enrollments:write') && <CreateCohort />}
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

function CreateCohort() {
  const navigate = useNavigate()
  const create = async (values: FormValues) => {
    const { id } = await cohorts.create.mutate(cohortOf(values))
    await navigate({ to: '/desk/cohorts/$id', params: { id } })
  }
  return (
    <FormDialog name="cohorts.create" look="primary" send={create}>
      <CohortFields />
    </FormDialog>
  )
}

export function CohortFields({ cohort }: { cohort?: Cohort }) {
  return (
    <>
      <Field name="name" value={cohort?.name ?? ''} required />
      <Field name="startsAt" kind="date" value={dayOf(cohort?.startsAt)} />
      <Field name="endsAt" kind="date" value={dayOf(cohort?.endsAt)} />
    </>
  )
}

export const cohortOf = ({ name = '', startsAt, endsAt }: FormValues) => ({
  name,
  startsAt: startOf(startsAt),
  endsAt: endOf(endsAt),
})
