import type { AuthoredCourseSummary } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { useMay } from '../../session/session.ts'
import { language, t } from '../../texts/texts.ts'
import { NextStep } from '../../ui/button.tsx'
import { ReadList } from '../../ui/data/list.tsx'
import { Fields, readFields } from '../../ui/forms/fields.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { nameOf } from '../../ui/names.ts'
import { Page } from '../../ui/page.tsx'
import { slugOf } from '../slug.ts'
import { WorkList } from '../work-list.tsx'
import { catalogue, rules } from './course-fields.ts'
import { CourseState } from './course-layout.tsx'

export function CoursesPage() {
  const mayCreate = useMay()('courses:create')
  return (
    <Page title={t('studio.courses')} actions={mayCreate && <CreateCourse />}>
      <WorkList />
      <ReadList
        of={lyceum.authoring.list}
        input={{}}
        empty={
          mayCreate ? (
            t('studio.noCourses')
          ) : (
            <NextStep text={t('studio.notYours')} to="/" label={t('notFound.toCourses')} />
          )
        }
        className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
        each={(course) => <CourseCard {...course} />}
      />
    </Page>
  )
}

function CourseCard({ id, title, summary, language, role, ...state }: AuthoredCourseSummary) {
  return (
    <article className="relative flex h-full flex-col gap-2 rounded-xl border border-line p-4 hover:bg-panel">
      <h2 className="font-semibold">
        <Link to="/studio/$course" params={{ course: id }} className="after:absolute after:inset-0">
          <bdi lang={language}>{title}</bdi>
        </Link>
      </h2>
      <p className="line-clamp-2 text-sm text-muted" {...inLanguageOf(language)}>
        {summary}
      </p>
      <p className="mt-auto flex flex-wrap items-center gap-2 pt-1 text-sm text-muted">
        <CourseState {...state} />
        {role !== null && nameOf(role)}
      </p>
    </article>
  )
}

const upload = { zip: 'file' } as const

function CreateCourse() {
  return (
    <FormDialog
      name="authored.create"
      look="primary"
      to={lyceum.authoring.create}
      fields={['title', 'summary', 'language', 'kind']}
      without={[...catalogue, ...rules, 'price', 'ownerEmail']}
      defaults={{ language }}
      // Only giving a course to somebody else needs a proof of identity.
      proof={null}
      send={async (course, typed) => {
        const { zip } = readFields(typed, upload)
        const created = await lyceum.authoring.create.mutate({
          ...course,
          slug: slugOf(course.title),
          price: { amount: 0, currency: t('currency') },
        })
        const empty = { courseId: created.id, revision: 1 }
        try {
          if (zip !== null) await lyceum.authoring.import.mutate({ ...empty, zip })
        } catch (error) {
          // The form is still there, to be sent again with a zip that is mended.
          await lyceum.authoring.delete.mutate(empty).catch(() => undefined)
          throw error
        }
        return created
      }}
      leadsTo={({ id }) => `/studio/${id}`}
    >
      <Fields kinds={upload} />
    </FormDialog>
  )
}
