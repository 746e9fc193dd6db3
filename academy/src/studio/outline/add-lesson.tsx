import type { Draft } from '@lyceum/sdk'
import { chosenTypes, partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { useCourses } from '../../ui/data/list.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { useCourse } from '../courses/course.ts'
import { slugOf } from '../slug.ts'

export function AddLesson({ draft: { revision, sections } }: { draft: Draft }) {
  const { courseId, kind } = useCourse()
  const taken = sections.flatMap(({ lessons }) => lessons.map(({ key }) => key))
  const courses = useCourses(kind === 'program').filter((one) => one.kind === 'course')
  const titles = sections.map(({ title }, index) => [String(index), title] as const)
  return (
    <FormDialog
      name="sections.addLesson"
      look="primary"
      kinds={{
        // In a program, lessons are courses.
        ...(kind === 'program' && {
          course: Object.fromEntries(courses.map(({ slug, title }) => [slug, title])),
        }),
        ...(kind === 'course' && { title: 'text!', type: chosenTypes }),
        ...(titles.length > 1 && { section: Object.fromEntries(titles) }),
      }}
      defaults={{ section: titles.length - 1, type: 'text' }}
      send={({ title: typed, course: slug, type, section }) => {
        const title = typed ?? courses.find((one) => one.slug === slug)?.title ?? ''
        return lyceum.drafts.createLesson.mutate({
          courseId,
          revision,
          title,
          key: slugOf(title, taken),
          section: section == null ? undefined : Number(section),
          ...(slug
            ? { type: 'course', course: { slug } }
            : { type, ...(type && partsOf(type).start?.()) }),
        })
      }}
      leadsTo={({ key }) => `/studio/${courseId}/lesson/${key}`}
    />
  )
}
