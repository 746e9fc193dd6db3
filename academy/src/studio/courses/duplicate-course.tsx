import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { slugOf } from '../slug.ts'
import { useCourse } from './course.ts'

/** Makes a new course of what is written in this one, without its learners and versions. */
export function DuplicateCourse() {
  const { courseId, title } = useCourse()
  return (
    <FormDialog
      name="settings.copy"
      needs="courses:create"
      to={lyceum.authoring.duplicate}
      input={{ courseId }}
      fields={['title']}
      without={['slug']}
      defaults={{ title: t('writing.copyOf', { title }) }}
      send={({ title: typed }) =>
        lyceum.authoring.duplicate.mutate({ courseId, title: typed, slug: slugOf(typed) })
      }
      leadsTo={({ id }) => `/studio/${id}`}
    />
  )
}
