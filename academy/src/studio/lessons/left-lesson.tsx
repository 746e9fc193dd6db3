import { t } from '../../texts/texts.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { useStore } from '../../ui/store.ts'
import { forgetLesson, keptLessons } from './kept-lessons.ts'

/** Offers the unsaved text of a deleted lesson for copying. */
export function LeftLesson(lesson: { courseId: string; lessonKey: string }) {
  const { courseId, lessonKey: key } = lesson
  const kept = useStore(keptLessons).find((one) => one.courseId === courseId && one.key === key)
  if (kept === undefined) return null
  const { content, ...others } = kept.changes
  const rest = JSON.stringify(others, null, 1)
    .replaceAll(/[{}"[\],]/g, '')
    .trim()
  const value = [content, rest].filter(Boolean).join('\n\n')
  return (
    <div className="mt-6 flex flex-col gap-3">
      <CopyField label={kept.title} hint={t('saving.left')} value={value} rows={10} />
      <p>
        <ConfirmButton name="saving.discard" run={async () => forgetLesson({ courseId, key })} />
      </p>
    </div>
  )
}
