import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showInstant } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { FormDialog } from '../form-dialog.tsx'

/** What the course tells its learners. */
export function AnnouncementsPage() {
  const { id: courseId, language } = useCourse()
  const query = useInfiniteQuery(infiniteQueryOptions(lyceum.announcements.list, { courseId }))
  return (
    <Page
      title={t('studio.announcements')}
      lead={t('announcements.lead')}
      actions={<Post courseId={courseId} />}
      narrow
    >
      <List query={query} empty={t('announcements.none')}>
        {(announcements) => (
          <ul className="flex flex-col gap-4">
            {announcements.map(({ id, text, author, postedAt, audience, cohort, byMail }) => (
              <li key={id} className="rounded-xl border border-line p-4">
                <p lang={language} className="whitespace-pre-line">
                  <bdi>{text}</bdi>
                </p>
                <div className="mt-3 flex flex-wrap items-center gap-3 text-sm text-muted">
                  <bdi>{author?.name}</bdi> {showInstant(postedAt)}
                  <Badge>{cohort?.name ?? t(`field.audience.${audience}`)}</Badge>
                  {byMail && <Badge>{t('announcements.byMail')}</Badge>}
                  <span className="ms-auto">
                    <ConfirmButton
                      label={t('announcements.delete')}
                      look="quiet"
                      text={t('announcements.deleteText')}
                      done={t('announcements.deleted')}
                      onConfirm={() =>
                        lyceum.announcements.delete.mutate({ courseId, announcementId: id })
                      }
                    />
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </List>
    </Page>
  )
}

function Post({ courseId }: { courseId: string }) {
  return (
    <FormDialog
      label={t('announcements.post')}
      look="primary"
      done={t('announcements.posted')}
      kinds={{
        announcement: 'long!',
        audience: ['all', 'stuck', 'cohort'],
        cohort: 'text',
        days: 'number',
      }}
      onSubmit={({ announcement: text, audience, cohort, days }) =>
        lyceum.announcements.post.mutate({
          courseId,
          text,
          audience: audience ?? 'all',
          ...(audience === 'cohort' && cohort !== null && { cohort }),
          ...(audience === 'stuck' && { days: days ?? 14 }),
        })
      }
    />
  )
}
