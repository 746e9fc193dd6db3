import type { DraftLesson } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/fields.tsx'
import { Checkbox } from '../../ui/form.tsx'
import { useCourse } from '../courses/course.ts'
import { lessonTypes, startOf } from './content.ts'
import type { LessonPatch } from './use-lesson.ts'

const kinds = {
  title: 'text!',
  minutes: 'number!',
  available: 'text',
  due: 'text',
  required: 'box',
  preview: 'box',
} as const

interface LessonFieldsProps {
  lesson: DraftLesson
  onChange: (patch: LessonPatch) => void
}

export function LessonSettings({ lesson, onChange }: LessonFieldsProps) {
  const isTyped = lesson.type !== 'course'
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <LiveFields
        kinds={isTyped ? { ...kinds, type: lessonTypes } : kinds}
        of={lesson}
        onChange={(values) => {
          const isNewType = 'type' in values && values.type !== lesson.type
          onChange({ ...values, ...(isNewType && startOf(values.type)) })
        }}
      />
      <Requires lesson={lesson} onChange={onChange} />
    </div>
  )
}

function Requires({ lesson: { key, requires }, onChange }: LessonFieldsProps) {
  const { id: courseId, language } = useCourse()
  const { data: draft } = useQuery(queryOptions(lyceum.drafts.get, { courseId }))
  const others = draft?.sections.flatMap(({ lessons }) => lessons) ?? []
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('writing.requires')}</legend>
      <div className="flex max-h-80 flex-col gap-2 overflow-y-auto rounded-lg border border-line p-3">
        {others
          .filter((other) => other.key !== key)
          .map((other) => (
            <Checkbox
              key={other.key}
              label={<bdi lang={language}>{other.title}</bdi>}
              isSelected={requires.includes(other.key)}
              onChange={(isChosen) => {
                const rest = requires.filter((one) => one !== other.key)
                onChange({ requires: isChosen ? [...rest, other.key] : rest })
              }}
            />
          ))}
      </div>
    </fieldset>
  )
}
