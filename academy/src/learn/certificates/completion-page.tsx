import { type Course, isLyceumError, type MyCourse } from '@lyceum/sdk'
import { queryKeyOf, queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { readerId } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink, NextStep } from '../../ui/button.tsx'
import { Loaded } from '../../ui/data/loaded.tsx'
import { Page, Panel, Section } from '../../ui/page.tsx'
import { CourseGrid } from '../courses/course-card.tsx'
import { toCourse } from '../courses/links.ts'
import { courseQuery, useMyCourses } from '../courses/queries.ts'
import { Grades } from '../grades/grades.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { ConfirmName } from './confirm-name.tsx'

const route = getRouteApi('/learn/own/course/$course/done')

/** The end of a course: its certificate, the grades, and where to go from here. */
export function CompletionPage() {
  const { course: slug } = route.useParams()
  const query = useQuery(courseQuery(slug))
  const isCompleted = query.data?.enrollment?.completedAt != null
  return (
    <Page
      title={isCompleted ? t('done.title') : t('course.seeCertificate')}
      lead={query.data?.title}
    >
      <Loaded query={query}>
        {(course) =>
          isCompleted ? (
            <Completion course={course} />
          ) : (
            <NextStep
              text={t('done.notYet')}
              {...toCourse(slug)}
              label={t('lesson.toCourse')}
              look="primary"
            />
          )
        }
      </Loaded>
    </Page>
  )
}

function Completion({ course }: { course: Course }) {
  // Issuing it again answers with the same certificate: it is as good as reading it.
  const query = useQuery({
    queryKey: [...queryKeyOf(lyceum.certificates), 'issue', course.id, readerId()],
    queryFn: () => lyceum.certificates.issue.mutate({ courseId: course.id }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.data?.pdf === 'pending' ? 3_000 : false),
  })
  const lessons = course.sections.flatMap((section) => section.lessons)
  const isGraded = lessons.some(({ type }) => partsOf(type).completesBy === 'pass')
  const isUnprintable = isLyceumError(query.error) && query.error.name === 'NameNotPrintable'
  if (isUnprintable && query.data === undefined)
    return <ConfirmName field="certificateName" text={t('done.nameNotPrintable')} />
  return (
    <>
      <Loaded query={query}>
        {(certificate) => (
          <div className="mb-10 max-w-3xl">
            {certificate.nameIsGuess && (
              <ConfirmName field="name" text={t('certificates.nameIsGuess')} />
            )}
            <CertificateCard certificate={certificate} currentName={certificate.learnerName} />
          </div>
        )}
      </Loaded>
      {isGraded && (
        <Section title={t('grades.own')}>
          <div className="max-w-xl">
            <Grades courseId={course.id} />
          </div>
        </Section>
      )}
      <Programs slug={course.slug} />
      <NextCourses course={course} />
    </>
  )
}

/** The reader's programs that the course is a part of: how to go on, or their certificates. */
function Programs({ slug }: { slug: string }) {
  const programs = useMyCourses().filter(({ kind }) => kind === 'program')
  return programs.map((program) => <Program key={program.courseId} of={program} slug={slug} />)
}

function Program({ of: { slug: program, completedAt }, slug }: { of: MyCourse; slug: string }) {
  const { data } = useQuery(courseQuery(program))
  // The key of a lesson of a program is the slug of its course.
  const isPart = data?.sections.some(({ lessons }) => lessons.some(({ key }) => key === slug))
  if (data === undefined || isPart !== true) return null
  const isDone = completedAt !== null
  return (
    <Section title={t('course.program')}>
      <Panel className="flex flex-wrap items-center justify-between gap-3">
        <bdi className="font-medium">{data.title}</bdi>
        <ButtonLink
          to={isDone ? '/course/$course/done' : '/course/$course'}
          params={{ course: program }}
          look="primary"
        >
          {t(isDone ? 'course.seeCertificate' : 'course.goOn')}
        </ButtonLink>
      </Panel>
    </Section>
  )
}

/** Courses of the same subject that the learner does not have yet. */
function NextCourses({ course }: { course: Course }) {
  const [category] = course.categories
  const query = useQuery(queryOptions(lyceum.courses.list, { limit: 6, category }))
  const others = query.data?.items.filter(({ enrolled, id }) => !enrolled && id !== course.id) ?? []
  if (others.length === 0) return null
  return (
    <Section title={t('done.next')}>
      <CourseGrid courses={others.slice(0, 3)} />
    </Section>
  )
}
