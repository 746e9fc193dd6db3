import type { Draft } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/form.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useCourse } from '../courses/course.ts'
import { FormDialog } from '../form-dialog.tsx'
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
  return (
    <FormDialog
      label={
        <>
          <PlusIcon /> {t('sections.addLesson')}
        </>
      }
      title={t('sections.addLesson')}
      look="primary"
      submit={t('sections.addLesson')}
      kinds={isProgram ? programKinds : kinds}
      onSubmit={async (values, { section }) => {
        const { key } = await lyceum.drafts.createLesson.mutate({
          courseId,
          revision,
          title: values.title,
          key: slugOf(values.title, taken),
          ...(section !== undefined && { section: Number(section) }),
          ...('slug' in values
            ? { type: 'course', course: { slug: values.slug } }
            : { type: values.type, ...startOf(values.type) }),
        })
        await navigate({ to: '/studio/$course/lesson/$key', params: { course: courseId, key } })
      }}
    >
      {sections.length > 1 && (
        <SelectField
          name="section"
          label={t('field.section')}
          options={Object.fromEntries(sections.map(({ title }, index) => [index, title]))}
          defaultValue={String(sections.length - 1)}
        />
      )}
    </FormDialog>
  )
}
