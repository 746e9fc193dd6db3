import type { Draft } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { useCourse } from '../courses/course.ts'
import { lessonTypes, startOf } from '../lessons/content.ts'
import { slugOf } from '../slug.ts'

export function AddLesson({ draft: { revision, sections } }: { draft: Draft }) {
  const { courseId, kind } = useCourse()
  const taken = sections.flatMap(({ lessons }) => lessons.map(({ key }) => key))
  const titles = sections.map(({ title }, index) => [String(index), title] as const)
  return (
    <FormDialog
      name="sections.addLesson"
      look="primary"
      kinds={{
        title: 'text!',
        // In a program, lessons are courses.
        ...(kind === 'program' && { slug: 'text!' }),
        ...(kind === 'course' && { type: lessonTypes }),
        ...(titles.length > 1 && { section: Object.fromEntries(titles) }),
      }}
      of={{ section: titles.length - 1 }}
      send={({ title, slug, type, section }) =>
        lyceum.drafts.createLesson.mutate({
          courseId,
          revision,
          title,
          key: slugOf(title, taken),
          section: section == null ? undefined : Number(section),
          ...(slug ? { type: 'course', course: { slug } } : { type, ...startOf(type) }),
        })
      }
      leadsTo={({ key }) => `/studio/${courseId}/lesson/${key}`}
    />
  )
}
