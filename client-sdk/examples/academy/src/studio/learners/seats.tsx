import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { showNumber } from '../../ui/format.ts'
import { FormDialog } from '../form-dialog.tsx'

/** How many the course takes, and when. Not for teachers of cohorts: they see no button. */
export function Seats({ courseId }: { courseId: string }) {
  const { data } = useQuery(queryOptions(lyceum.learners.seats, { courseId }))
  if (data === undefined) return null
  return (
    <FormDialog
      label={t('learners.seats')}
      intro={t('learners.seatsTaken', { taken: showNumber(data.taken) })}
      kinds={{ seats: 'number', opensAt: 'instant', closesAt: 'instant' }}
      of={data}
      done={t('saved')}
      onSubmit={(values) => lyceum.learners.setSeats.mutate({ courseId, ...values })}
    />
  )
}
