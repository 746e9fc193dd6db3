import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { slugOf } from '../slug.ts'
import { useCourse } from './course.ts'
import { catalogue, rules } from './course-fields.ts'

/** Makes a new course of what is written in this one, without its learners and versions. */
export function DuplicateCourse() {
  const { courseId, title, summary, language, kind, price, hasDraft } = useCourse()
  async function copy(typed: string): Promise<{ id: string }> {
    const zip = await lyceum.authoring.export.query({
      courseId,
      ...(hasDraft && { version: 'draft' as const }),
    })
    const terms = { title: typed, summary, language, kind, price }
    const created = await lyceum.authoring.create.mutate({ ...terms, slug: slugOf(typed) })
    const empty = { courseId: created.id, revision: 1 }
    try {
      await lyceum.authoring.import.mutate({ ...empty, zip })
      const { revision } = await lyceum.authoring.get.query({ courseId: created.id })
      await lyceum.authoring.update.mutate({ courseId: created.id, revision, title: typed })
    } catch (error) {
      await lyceum.authoring.delete.mutate(empty).catch(() => undefined)
      throw error
    }
    return created
  }
  return (
    <FormDialog
      name="settings.copy"
      needs="courses:create"
      to={lyceum.authoring.create}
      fields={['title']}
      input={{ summary, language, price, slug: '' }}
      without={[...catalogue, ...rules, 'kind', 'ownerEmail']}
      defaults={{ title: t('writing.copyOf', { title }) }}
      // Only giving a course to somebody else needs a proof of identity.
      proof={null}
      send={({ title: typed }) => copy(typed)}
      leadsTo={({ id }) => `/studio/${id}`}
    />
  )
}
