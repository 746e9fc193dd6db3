import { announcementAudience } from '@lyceum/sdk/values'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { showInstant } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { nameOf } from '../../ui/names.ts'
import { useCourse } from '../courses/course.ts'

const { announcements } = lyceum
const dialog = { name: 'announcements.post', look: 'primary' } as const

export function AnnouncementsPage() {
  const { courseId, language, cohorts, may } = useCourse()
  const post = may('manageClass') ? (
    <FormDialog
      {...dialog}
      to={announcements.post}
      input={{ courseId }}
      fields={['text', 'audience', 'cohort', 'days']}
      labels={{ text: 'announcement' }}
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
      fields={['text', 'cohort']}
      looks={{ cohort: Object.fromEntries((cohorts ?? []).map(({ id, name }) => [id, name])) }}
      labels={{ text: 'announcement' }}
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
          <bdi {...inLanguageOf(language)} className="block min-w-60 whitespace-pre-line">
            {text}
          </bdi>
        ),
        audience: ({ audience, cohort }) => cohort?.name ?? nameOf(audience, 'audience'),
        actor: ({ author }) => <bdi>{author?.name}</bdi>,
        at: ({ postedAt, byMail }) => (
          <>
            {showInstant(postedAt)} {byMail && <Badge>{t('announcements.byMail')}</Badge>}
          </>
        ),
        actions: ({ id: announcementId }) => (
          <ConfirmButton
            name="announcements.delete"
            look="quiet"
            run={() => announcements.delete.mutate({ courseId, announcementId })}
          />
        ),
      }}
    />
  )
}
