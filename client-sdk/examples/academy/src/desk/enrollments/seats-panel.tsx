import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { showDay } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/page.tsx'
import { dayOf, endOf, startOf } from '../kit/days.ts'
import { Field } from '../kit/fields.tsx'
import { FactList } from '../kit/parts.tsx'
import { useMay } from '../permissions.ts'

const { seats: api } = lyceum.admin

/** How many learners a course takes, and when. */
export function SeatsPanel({ courseId }: { courseId: string }) {
  const may = useMay()
  const query = useQuery(queryOptions(api.get, { courseId }))
  return (
    <Panel className="mb-5">
      <Loaded query={query}>
        {({ seats, taken, opensAt, closesAt }) => (
          <div className="flex flex-wrap items-end justify-between gap-3">
            <FactList
              of={{
                seats: seats === null ? t('seats.any') : t('seats.taken', { taken, seats }),
                opensAt: opensAt && showDay(opensAt),
                closesAt: closesAt && showDay(closesAt),
              }}
            />
            {may('enrollments:write') && (
              <div className="flex flex-wrap gap-2">
                <FormDialog
                  name="seats.set"
                  send={({ seats, opensAt, closesAt }) =>
                    api.update.mutate({
                      courseId,
                      seats: seats ? Number(seats) : null,
                      opensAt: startOf(opensAt),
                      closesAt: endOf(closesAt),
                    })
                  }
                >
                  <Field name="seats" kind="number" min={0} value={seats} />
                  <Field name="opensAt" kind="date" value={dayOf(opensAt)} />
                  <Field name="closesAt" kind="date" value={dayOf(closesAt)} />
                </FormDialog>
                <ActionButton name="seats.remove" run={() => api.remove.mutate({ courseId })} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
