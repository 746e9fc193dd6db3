import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { showInstant } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { nameOf } from '../../ui/names.ts'
import { useCourse } from '../courses/course.ts'

const { announcements } = lyceum
const labels = { text: 'announcement', at: 'goesOutAt' } as const
const dialog = { name: 'announcements.post', look: 'primary' } as const

export function AnnouncementsPage() {
  const { courseId, language, cohorts, may } = useCourse()
  const post = may('manageClass') ? (
    <FormDialog
      {...dialog}
      to={announcements.post}
      input={{ courseId }}
      fields={['text', 'audience', 'cohort', 'days', 'at']}
      labels={labels}
      send={({ cohort, days = 14, ...post }) =>
        announcements.post.mutate({
          ...post,
          ...(post.audience === 'cohort' && { cohort }),
          ...(post.audience === 'stuck' && { days }),
        })
      }
    />
  ) : (
    <FormDialog
      {...dialog}
      to={announcements.post}
      input={{ courseId, audience: 'cohort' }}
      fields={['text', 'cohort', 'at']}
      looks={{ cohort: Object.fromEntries((cohorts ?? []).map(({ id, name }) => [id, name])) }}
      labels={labels}
      without={['days']}
    />
  )
  return (
    <ListPage
      title="studio.announcements"
      actions={post}
      list={announcements.list}
      input={{ courseId }}
      columns={{
        announcement: ({ text }) => (
          <div {...inLanguageOf(language)} className="min-w-60">
            <LinkedText text={text} />
          </div>
        ),
        audience: ({ audience, cohort }) => cohort?.name ?? nameOf(audience, 'audience'),
        actor: ({ author }) => <bdi>{author?.name}</bdi>,
        at: ({ postedAt, editedAt, goesOutAt, byMail }) => (
          <span className="flex flex-wrap items-center gap-2">
            {showInstant(postedAt)}
            {goesOutAt !== null && <Badge tone="good">{t('announcements.waits')}</Badge>}
            {byMail && <Badge>{t('announcements.byMail')}</Badge>}
            {editedAt !== null && <Badge>{t('announcements.wasEdited')}</Badge>}
          </span>
        ),
        actions: ({ id: announcementId, text }) => (
          <span className="flex flex-wrap gap-2">
            <FormDialog
              name="announcements.edit"
              look="quiet"
              to={announcements.edit}
              input={{ courseId, announcementId }}
              fields={['text']}
              labels={{ text: 'announcement' }}
              of={{ text }}
            />
            <ConfirmButton
              name="announcements.delete"
              look="quiet"
              run={() => announcements.delete.mutate({ courseId, announcementId })}
            />
          </span>
        ),
      }}
    />
  )
}
