import type { Draft } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useCourse } from '../courses/course.ts'
import { lessonTypes, startOf } from '../lessons/content.ts'
import { slugOf } from '../slug.ts'

const kinds = { title: 'text!', type: lessonTypes } as const
/** In a program, lessons are courses. */
const programKinds = { title: 'text!', slug: 'text!' } as const

export function AddLesson({ draft }: { draft: Draft }) {
  const isProgram = useCourse().kind === 'program'
  const { courseId, revision, sections } = draft
  const navigate = useNavigate()
  const taken = sections.flatMap(({ lessons }) => lessons.map(({ key }) => key))
  const titles = Object.fromEntries(sections.map(({ title }, index) => [index, title]))
  const section = sections.length > 1 && { section: titles as Record<string, string> }
  return (
    <FormDialog
      name="sections.addLesson"
      look="primary"
      kinds={{ ...(isProgram ? programKinds : kinds), ...section }}
      of={{ section: sections.length - 1 }}
      send={async ({ title, ...values }) => {
        const { key } = await lyceum.drafts.createLesson.mutate({
          courseId,
          revision,
          title,
          key: slugOf(title, taken),
          section: values.section == null ? undefined : Number(values.section),
          ...('slug' in values
            ? { type: 'course', course: { slug: values.slug } }
            : { type: values.type, ...startOf(values.type) }),
        })
        await navigate({ to: '/studio/$course/lesson/$key', params: { course: courseId, key } })
      }}
    />
  )
}
