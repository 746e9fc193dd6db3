import { infiniteQueryOptions, queryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/form.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { useCourse, useMay } from '../courses/course.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ListTable, Person } from '../table.tsx'

/** Who gets more time, attempts or days than others, and why. */
export function Accommodations() {
  const course = useCourse()
  const courseId = course.id
  const canGrant = useMay(course)('own')
  const query = useInfiniteQuery(infiniteQueryOptions(lyceum.grades.accommodations, { courseId }))
  return (
    <div className="mt-10">
      <Section
        title={t('accommodations.title')}
        actions={canGrant && <Grant courseId={courseId} />}
      >
        <ListTable
          query={query}
          empty={t('accommodations.none')}
          label={t('accommodations.title')}
          keyOf={({ learner }) => learner.id}
          columns={{
            [t('grading.learner')]: ({ learner }) => <Person name={learner.name} />,
            [t('field.timePercent')]: ({ timePercent }) => showPercent(timePercent),
            [t('field.extraAttempts')]: ({ extraAttempts }) => extraAttempts,
            [t('field.extraDays')]: ({ extraDays }) => extraDays,
            [t('field.until')]: ({ until }) => until && showDay(until),
            [t('field.reason')]: ({ reason }) => <bdi>{reason}</bdi>,
            [t('actions')]: ({ learner }) =>
              canGrant && (
                <ConfirmButton
                  label={t('accommodations.revoke')}
                  look="quiet"
                  text={t('accommodations.revokeText')}
                  done={t('saved')}
                  onConfirm={() => lyceum.grades.revoke.mutate({ courseId, userId: learner.id })}
                />
              ),
          }}
        />
      </Section>
    </div>
  )
}

function Grant({ courseId }: { courseId: string }) {
  const learners = useQuery(queryOptions(lyceum.learners.list, { courseId, limit: 100 }))
  const names = learners.data?.items.map(({ userId, name }) => [userId, name]) ?? []
  return (
    <FormDialog
      label={t('accommodations.grant')}
      done={t('saved')}
      isDisabled={names.length === 0}
      kinds={{
        timePercent: 'number!',
        extraAttempts: 'number!',
        extraDays: 'number!',
        until: 'date',
        reason: 'text!',
      }}
      of={{ timePercent: 100, extraAttempts: 0, extraDays: 0 }}
      onSubmit={(values, { userId = '' }) =>
        lyceum.grades.grant.mutate({ courseId, userId, ...values })
      }
    >
      <SelectField name="userId" label={t('grading.learner')} options={Object.fromEntries(names)} />
    </FormDialog>
  )
}
