import type { DraftLesson } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/fields.tsx'
import { Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { useFiles } from '../files/use-uploads.tsx'
import { QuizEditor } from '../quiz/quiz-editor.tsx'
import { AssignmentFields } from './assignment-fields.tsx'
import type { LessonPatch } from './use-lesson.ts'
import { VideoFields } from './video-fields.tsx'

interface ContentFieldsProps {
  lesson: DraftLesson
  onChange: (patch: LessonPatch) => void
}

/** What a lesson has beside its text. */
export function ContentFields({ lesson, onChange }: ContentFieldsProps) {
  if (lesson.type === 'text') return null
  return (
    <Section title={t(`field.type.${lesson.type}`)}>
      <FieldsOfType lesson={lesson} onChange={onChange} />
    </Section>
  )
}

function FieldsOfType({ lesson, onChange }: ContentFieldsProps) {
  const { data: files = [] } = useFiles(useCourse().id)
  switch (lesson.type) {
    case 'video':
      return <VideoFields video={lesson.video} onChange={(video) => onChange({ video })} />
    case 'quiz':
      return <QuizEditor lesson={lesson} onChange={(quiz) => onChange({ quiz })} />
    case 'assignment':
      return (
        <AssignmentFields
          assignment={lesson.assignment}
          onChange={(assignment) => onChange({ assignment })}
        />
      )
    case 'file': {
      const chosen = lesson.file?.file ?? ''
      return (
        <LiveFields
          key={files.length}
          kinds={{ file: [...new Set([chosen, ...files.map(({ path }) => path)])] }}
          of={{ file: chosen }}
          onChange={({ file }) => onChange({ file: { file: file ?? '' } })}
        />
      )
    }
    case 'link':
      return (
        <LiveFields
          kinds={{ url: 'text!' }}
          of={{ url: lesson.link?.url }}
          onChange={(link) => onChange({ link })}
        />
      )
    case 'course':
      return (
        <LiveFields
          kinds={{ slug: 'text!' }}
          of={{ slug: lesson.course?.slug }}
          onChange={(course) => onChange({ course })}
        />
      )
    default:
      return null
  }
}
