import type { DraftLesson } from '@lyceum/sdk'
import { chosenTypes, partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { useCourse } from '../courses/course.ts'
import type { Edits } from './content.ts'
import type { LessonPatch } from './refusals.ts'

export function LessonSettings({ value: lesson, onChange }: Edits<DraftLesson, LessonPatch>) {
  const { courseId, language } = useCourse()
  const { data: draft } = useRead(lyceum.drafts.get, { courseId })
  const shown = (title: string) => <bdi lang={language}>{title}</bdi>
  const lessons = draft?.sections.flatMap((section) => section.lessons) ?? []
  const others = lessons.filter(({ key }) => key !== lesson.key)
  const titles = Object.fromEntries(others.map(({ key, title }) => [key, shown(title)]))
  return (
    <LiveFields
      at=""
      className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2"
      kinds={{
        title: 'text!',
        minutes: 'number!',
        available: 'dayRule',
        due: 'dayRule',
        required: 'box',
        preview: 'box',
        ...(lesson.type !== 'course' && { type: chosenTypes }),
        ...(others.length > 0 && { opensAfter: { anyOf: titles } }),
      }}
      of={{ ...lesson, opensAfter: lesson.requires }}
      onChange={({ opensAfter: requires = lesson.requires, ...values }) => {
        const { type = lesson.type } = values
        const start = type === lesson.type ? {} : partsOf(type).start?.()
        onChange({ ...values, requires, ...start })
      }}
    />
  )
}
