import type { MyCourse } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Loaded } from '../../ui/data/loaded.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { isRenewable } from './queries.ts'

/** Offers changes to an enrolled course: a newer version, and taking it again. */
export function CourseChanges({ course }: { course: MyCourse }) {
  const { courseId, certificate } = course
  return (
    <>
      <NewerVersion course={course} />
      {isRenewable(course) && certificate?.lastDay && (
        <div>
          <p className={`mb-2 ${certificate.expired ? 'text-bad' : 'text-muted'}`}>
            {t(certificate.expired ? 'certificates.expiredOn' : 'certificates.expiresOn', {
              day: showDay(certificate.lastDay),
            })}
          </p>
          <FormDialog
            name="renew"
            intro={<Renewal courseId={courseId} />}
            to={lyceum.me.renewCourse}
            input={{ courseId }}
          />
        </div>
      )}
    </>
  )
}

function NewerVersion({ course: { courseId, newerVersion } }: { course: MyCourse }) {
  if (newerVersion?.mayTake !== true) return null
  const { version, note, effect } = newerVersion
  return (
    <div className="text-sm">
      <p>{t('newer.there')}</p>
      {note !== null && <p className="mb-2 whitespace-pre-line text-muted">{note}</p>}
      <ConfirmButton
        name="newer.take"
        look="normal"
        run={() => lyceum.me.takeNewerVersion.mutate({ courseId, version })}
        text={
          <>
            {effect !== null && (
              <ul className="mb-3 list-disc ps-5">
                <li>{t('newer.percent', { percent: showPercent(effect.percent) })}</li>
                {effect.completes && <li>{t('newer.completes')}</li>}
                {effect.lessonsLost > 0 && (
                  <li>{t('newer.lost', { count: effect.lessonsLost })}</li>
                )}
              </ul>
            )}
            <p>{t('newer.noWayBack')}</p>
          </>
        }
      />
    </div>
  )
}

function Renewal({ courseId }: { courseId: string }) {
  // Only previews, by `dryRun`.
  const query = useQuery({
    queryKey: ['renewal', courseId],
    queryFn: () => lyceum.me.renewCourse.mutate({ courseId, dryRun: true }),
  })
  return <Loaded query={query}>{({ lessons }) => t('renew.text', { count: lessons })}</Loaded>
}
