import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { Read } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/page.tsx'
import { FactList } from '../../ui/parts.tsx'
import { useMay } from '../permissions.ts'

const { seats: api } = lyceum.admin

export function SeatsPanel({ courseId }: { courseId: string }) {
  const may = useMay()
  return (
    <Panel className="mb-5">
      <Read of={api.get} input={{ courseId }}>
        {(limits) => (
          <div className="flex flex-wrap items-end justify-between gap-3">
            <FactList
              of={{
                seats:
                  limits.seats === null
                    ? t('seats.any')
                    : t('seats.taken', { taken: limits.taken, seats: limits.seats }),
                opensAt: limits.opensAt && showDay(limits.opensAt),
                closesAt: limits.closesAt && showDay(limits.closesAt),
              }}
            />
            {may('enrollments:write') && (
              <div className="flex flex-wrap gap-2">
                <FormDialog
                  name="seats.set"
                  kinds={{ seats: 'number', opensAt: 'start', closesAt: 'end' }}
                  of={limits}
                  send={(values) => api.update.mutate({ courseId, ...values })}
                />
                <ConfirmButton name="seats.remove" run={() => api.remove.mutate({ courseId })} />
              </div>
            )}
          </div>
        )}
      </Read>
    </Panel>
  )
}
