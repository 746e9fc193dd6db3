import { isLyceumError } from '@lyceum/sdk'
import { queryKeyOf, queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { readerId } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Panel, Section } from '../../ui/page.tsx'
import { CourseCard } from '../courses/course-card.tsx'
import { type MyCourse, useMyCourses } from '../courses/my-course.tsx'
import { Grades } from '../grades/grades.tsx'
import { type Course, courseQuery } from '../lessons/queries.ts'
import { ConfirmName } from './confirm-name.tsx'
import { EarnedCertificate } from './earned-certificate.tsx'

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
        {(course) => (isCompleted ? <Completion course={course} /> : <NotYet course={course} />)}
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
  const { error } = query
  const isGraded = course.sections.some(({ lessons }) =>
    lessons.some(({ type }) => type === 'quiz' || type === 'assignment'),
  )
  if (isLyceumError(error, 'certificates.issue') && query.data === undefined) {
    if (error.name === 'NameNotPrintable')
      return <ConfirmName field="certificateName" text={t('done.nameNotPrintable')} />
  }
  return (
    <>
      <Loaded query={query}>
        {(certificate) => (
          <>
            {certificate.nameIsGuess && (
              <ConfirmName field="name" text={t('certificates.nameIsGuess')} />
            )}
            <EarnedCertificate certificate={certificate} />
          </>
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

function NotYet({ course: { slug } }: { course: Course }) {
  return (
    <>
      <p className="mb-4">{t('done.notYet')}</p>
      <ButtonLink to="/course/$course" params={{ course: slug }} look="primary">
        {t('lesson.toCourse')}
      </ButtonLink>
    </>
  )
}

/** The reader's programs that the course is a part of: how to go on, or their certificates. */
function Programs({ slug }: { slug: string }) {
  const programs = useMyCourses().courses.filter(({ kind }) => kind === 'program')
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
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {others.slice(0, 3).map((other) => (
          <li key={other.id}>
            <CourseCard course={other} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
