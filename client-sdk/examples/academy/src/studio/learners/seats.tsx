import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showNumber } from '../../ui/format.ts'

/** How many the course takes, and when. Not for teachers of cohorts: they see no button. */
export function Seats({ courseId }: { courseId: string }) {
  const { data } = useQuery(queryOptions(lyceum.learners.seats, { courseId }))
  if (data === undefined) return null
  return (
    <FormDialog
      name="learners.seats"
      intro={t('learners.seatsTaken', { taken: showNumber(data.taken) })}
      kinds={{ seats: 'number', opensAt: 'instant', closesAt: 'instant' }}
      of={data}
      send={(values) => lyceum.learners.setSeats.mutate({ courseId, ...values })}
    />
  )
}
