import type { Draft } from '@lyceum/sdk'
import { chosenTypes, ownFields, partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { Fields } from '../../ui/forms/fields.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { picks } from '../../ui/picks/picks.tsx'
import { useCourse } from '../courses/course.ts'
import { slugOf } from '../slug.ts'

const courseFields = ['title', 'type'] as const
const section = ['section'] as const
/** Fields that the lesson's own page edits. */
const lessonFields = [
  ...(['minutes', 'required', 'preview', 'content', 'requires', 'available', 'due'] as const),
  ...(['key', 'formerKeys'] as const),
  ...ownFields,
]

export function AddLesson({ draft: { revision, sections } }: { draft: Draft }) {
  const { courseId, kind } = useCourse()
  const taken = sections.flatMap(({ lessons }) => lessons.map(({ key }) => key))
  const titles = sections.map(({ title }, index) => [String(index), title] as const)
  return (
    <FormDialog
      name="sections.addLesson"
      look="primary"
      to={lyceum.drafts.createLesson}
      input={{ courseId, revision }}
      fields={[...(kind === 'course' ? courseFields : []), ...(titles.length > 1 ? section : [])]}
      looks={{ title: 'text!', type: chosenTypes, section: Object.fromEntries(titles) }}
      without={lessonFields}
      defaults={{ section: titles.length - 1 }}
      send={async ({ title: typed, type, ...rest }, { course: slug }) => {
        const found = slug ? await lyceum.courses.get.query({ idOrSlug: slug }) : undefined
        const title = typed ?? found?.title ?? ''
        const lesson = slug
          ? { type: 'course' as const, course: { slug } }
          : { type, ...(type && partsOf(type).start?.()) }
        return lyceum.drafts.createLesson.mutate({
          ...rest,
          title,
          key: slugOf(title, taken),
          ...lesson,
        })
      }}
      leadsTo={({ key }) => `/studio/${courseId}/lesson/${key}`}
    >
      {/* In a program, the lessons are courses. */}
      {kind === 'program' && (
        <Fields kinds={{ course: { Field: picks.courseSlug, isRequired: true } }} />
      )}
    </FormDialog>
  )
}
