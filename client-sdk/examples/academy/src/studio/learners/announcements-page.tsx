import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showInstant } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { ReadList } from '../../ui/list.tsx'
import { nameOf } from '../../ui/names.ts'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'

const kinds = {
  announcement: 'long!',
  audience: ['all', 'stuck', 'cohort'],
  cohort: 'text',
  days: 'number',
} as const

export function AnnouncementsPage() {
  const { id: courseId, language } = useCourse()
  const post = (
    <FormDialog
      name="announcements.post"
      look="primary"
      kinds={kinds}
      send={({ announcement: text, audience, cohort, days }) =>
        lyceum.announcements.post.mutate({
          courseId,
          text,
          audience,
          ...(audience === 'cohort' && { cohort: cohort ?? undefined }),
          ...(audience === 'stuck' && { days: days ?? 14 }),
        })
      }
    />
  )
  return (
    <Page
      title={t('studio.announcements')}
      lead={t('studio.announcements.lead')}
      actions={post}
      narrow
    >
      <ReadList
        of={lyceum.announcements.list}
        input={{ courseId }}
        empty={t('studio.announcements.none')}
      >
        {(announcements) => (
          <ul className="flex flex-col gap-4">
            {announcements.map(({ id, text, author, postedAt, audience, cohort, byMail }) => (
              <li key={id} className="rounded-xl border border-line p-4">
                <p {...inLanguageOf(language)} className="whitespace-pre-line">
                  <bdi>{text}</bdi>
                </p>
                <div className="mt-3 flex flex-wrap items-center gap-3 text-sm text-muted">
                  <bdi>{author?.name}</bdi> {showInstant(postedAt)}
                  <Badge>{cohort?.name ?? nameOf(audience, 'audience')}</Badge>
                  {byMail && <Badge>{t('announcements.byMail')}</Badge>}
                  <span className="ms-auto">
                    <ConfirmButton
                      name="announcements.delete"
                      look="quiet"
                      run={() =>
                        lyceum.announcements.delete.mutate({ courseId, announcementId: id })
                      }
                    />
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </ReadList>
    </Page>
  )
}
