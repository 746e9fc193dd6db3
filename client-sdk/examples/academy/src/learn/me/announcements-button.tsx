import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { showInstant } from '../../ui/format.ts'
import { ReadList } from '../../ui/list.tsx'
import type { MyCourse } from '../courses/my-course.tsx'

interface AnnouncementsButtonProps {
  course: MyCourse
  newest: { text: string; postedAt: string }
}

export function AnnouncementsButton({ course, newest }: AnnouncementsButtonProps) {
  return (
    <div className="rounded-lg bg-panel p-3 text-sm">
      <p className="text-muted">{showInstant(newest.postedAt)}</p>
      <p className="mb-2 line-clamp-2">
        <bdi>{newest.text}</bdi>
      </p>
      <DialogButton label={t('announcements.all')} title={t('announcements.title')}>
        {() => <Announcements courseId={course.courseId} />}
      </DialogButton>
    </div>
  )
}

function Announcements({ courseId }: { courseId: string }) {
  return (
    <ReadList of={lyceum.me.announcements} input={{ courseId }}>
      {(announcements) => (
        <ul className="flex flex-col gap-4">
          {announcements.map(({ id, text, author, postedAt }) => (
            <li key={id} className="border-t border-line pt-3">
              <p className="text-sm text-muted">
                {author !== null && <bdi>{author.name} · </bdi>}
                {showInstant(postedAt)}
              </p>
              <p dir="auto" className="whitespace-pre-line">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ReadList>
  )
}
