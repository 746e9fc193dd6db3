import { isLyceumError } from '@lyceum/sdk'
import { queryKeyOf, queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { readerId } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { CourseCard } from '../courses/course-card.tsx'
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
