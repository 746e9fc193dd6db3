import type { DraftLesson } from '@lyceum/sdk'
import { chosenTypes, ownFields, partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { PartFields } from '../../ui/forms/part-fields.tsx'
import { useCourse } from '../courses/course.ts'
import type { Edits } from './content.ts'
import type { LessonPatch } from './refusals.ts'

const days = { available: 'dayRule', due: 'dayRule' } as const
/** Fields above the settings, or handled by the page itself. */
const elsewhere = [
  ...ownFields,
  ...(['content', 'courseId', 'key', 'revision', 'newKey', 'formerKeys'] as const),
]

export function LessonSettings({ value: lesson, onChange }: Edits<DraftLesson, LessonPatch>) {
  const { courseId, language } = useCourse()
  const { data: draft } = useRead(lyceum.drafts.get, { courseId })
  const shown = (title: string) => <bdi lang={language}>{title}</bdi>
  const lessons = draft?.sections.flatMap((section) => section.lessons) ?? []
  const others = lessons.filter(({ key }) => key !== lesson.key)
  const titles = Object.fromEntries(others.map(({ key, title }) => [key, shown(title)]))
  return (
    <PartFields
      at=""
      part={lyceum.drafts.updateLesson}
      className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2"
      fields={[
        ...(['title', 'minutes', 'available', 'due', 'required', 'preview'] as const),
        ...(lesson.type === 'course' ? [] : (['type'] as const)),
        ...(others.length > 0 ? (['requires'] as const) : []),
      ]}
      looks={{ ...days, type: chosenTypes, requires: { anyOf: titles } }}
      labels={{ requires: 'opensAfter' }}
      without={elsewhere}
      of={lesson}
      onChange={({ requires = lesson.requires, ...values }) => {
        const { type = lesson.type } = values
        const start = type === lesson.type ? {} : partsOf(type).start?.()
        onChange({ ...values, requires, ...start })
      }}
    />
  )
}
