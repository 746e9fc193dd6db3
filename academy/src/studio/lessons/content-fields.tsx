import type { DraftLesson } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { Section } from '../../ui/page.tsx'
import { useFileChoices } from '../files/use-uploads.tsx'
import { QuizEditor } from '../quiz/quiz-editor.tsx'
import { AssignmentFields } from './assignment-fields.tsx'
import type { Edits } from './content.ts'
import type { LessonPatch } from './refusals.ts'
import { VideoFields } from './video-fields.tsx'

/** What a lesson has beside its text. */
export function ContentFields(props: Edits<DraftLesson, LessonPatch>) {
  const { type } = props.value
  if (type === 'text') return null
  return (
    <Section title={t(`field.type.${type}`)}>
      <FieldsOfType {...props} />
    </Section>
  )
}

function FieldsOfType({ value: lesson, onChange }: Edits<DraftLesson, LessonPatch>) {
  const { choicesOf, count } = useFileChoices()
  switch (lesson.type) {
    case 'video':
      return <VideoFields value={lesson.video} onChange={(video) => onChange({ video })} />
    case 'quiz':
      return <QuizEditor value={lesson.quiz} onChange={(quiz) => onChange({ quiz })} />
    case 'assignment':
      return (
        <AssignmentFields
          value={lesson.assignment}
          onChange={(assignment) => onChange({ assignment })}
        />
      )
    case 'file':
      return (
        <LiveFields
          key={count}
          at="file"
          kinds={{ file: choicesOf('', lesson.file?.file) }}
          of={lesson.file}
          onChange={({ file }) => onChange({ file: { file: file ?? '' } })}
        />
      )
    case 'link':
      return (
        <LiveFields
          at="link"
          kinds={{ url: 'text!' }}
          of={lesson.link}
          onChange={(link) => onChange({ link })}
        />
      )
    case 'course':
      return (
        <LiveFields
          at="course"
          kinds={{ slug: 'text!' }}
          of={lesson.course}
          onChange={(course) => onChange({ course })}
        />
      )
    default:
      return null
  }
}
