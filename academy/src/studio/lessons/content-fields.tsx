import type { DraftLesson } from '@lyceum/sdk'
import { Suspense } from 'react'
import { partsOf } from '../../lessons/lessons.ts'
import { t } from '../../texts/texts.ts'
import { Loading } from '../../ui/data/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import type { Edits } from './content.ts'
import type { LessonPatch } from './refusals.ts'

/** What a lesson has beside its text. */
export function ContentFields({ value: lesson, onChange }: Edits<DraftLesson, LessonPatch>) {
  const { Fields } = partsOf(lesson.type)
  if (Fields === null) return null
  return (
    <Section title={t(`field.type.${lesson.type}`)}>
      <Suspense fallback={<Loading />}>
        <Fields lesson={lesson} onChange={onChange} />
      </Suspense>
    </Section>
  )
}
