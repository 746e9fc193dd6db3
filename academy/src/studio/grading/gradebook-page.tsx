import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useLessonTitles } from '../../ui/data/lesson-titles.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { ListTable } from '../../ui/data/pages.tsx'
import { Named } from '../../ui/data/parts.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { GiveTime, GiveTimeToCohort } from './give-time.tsx'
import { Grades } from './grades.tsx'

function useGradedLessons() {
  const { data } = useRead(lyceum.grades.gradebook, { courseId: useCourse().courseId, limit: 1 })
  return Object.fromEntries(data?.lessons.map(({ key, title }) => [key, title]) ?? [])
}

const useTitles = () => useLessonTitles(useCourse().courseId)

/** The grades of all, and who gets more time, attempts or days than others. */
export function GradebookPage() {
  const { courseId, may, cohorts } = useCourse()
  const canGrant = may('own')
  return (
    <Page
      title={t('studio.gradebook')}
      actions={
        <>
          {may('grade') && (
            <FormDialog
              name="grades.excuse"
              to={lyceum.grades.excuse}
              input={{ courseId, excused: true }}
              fields={['userId', 'key', 'reason']}
              looks={{ key: useGradedLessons }}
              labels={{ userId: 'learner', key: 'lesson' }}
            />
          )}
          {may('extend') && (
            <>
              {cohorts === null ? <GiveTime /> : <GiveTimeToCohort />}
              <FormDialog
                name="learners.extend"
                intro={t('learners.mailed')}
                to={lyceum.learners.extend}
                input={{ courseId }}
                fields={['userId', 'lessonKey', 'dueOn', 'reason']}
                looks={{ lessonKey: useTitles }}
                labels={{ userId: 'learner' }}
              />
            </>
          )}
        </>
      }
    >
      <Grades courseId={courseId} />
      <ListTable
        isSection
        title="accommodations"
        actions={
          canGrant && (
            <FormDialog
              name="accommodations.grant"
              to={lyceum.grades.grant}
              input={{ courseId }}
              fields={['userId', 'timePercent', 'extraAttempts', 'extraDays', 'until', 'reason']}
              labels={{ userId: 'learner' }}
            />
          )
        }
        list={lyceum.grades.accommodations}
        input={{ courseId }}
        keyOf={({ learner }) => learner.id}
        columns={{
          learner: ({ learner }) => <Named name={learner.name} />,
          timePercent: ({ timePercent }) => showPercent(timePercent),
          extraAttempts: ({ extraAttempts }) => extraAttempts,
          extraDays: ({ extraDays }) => extraDays,
          until: ({ lastDay }) => lastDay && showDay(lastDay),
          reason: ({ reason }) => <bdi>{reason}</bdi>,
          actions: ({ learner }) =>
            canGrant && (
              <ConfirmButton
                name="accommodations.revoke"
                look="quiet"
                run={() => lyceum.grades.revoke.mutate({ courseId, userId: learner.id })}
              />
            ),
        }}
      />
    </Page>
  )
}
