import type { GradeInput, SubmissionToGrade } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { SelectField, TextField } from '../../ui/forms/controls.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import type { FormValues } from '../../ui/forms/form.tsx'

/** Points as a whole, by a rubric, or for the texts of a quiz; and a word to the learner. */
export function GradeForm({ submission }: { submission: SubmissionToGrade }) {
  const { courseId, id: submissionId, comment } = submission
  return (
    <FieldsForm
      className="max-w-2xl"
      submit={t('grading.do')}
      done={t('grading.graded')}
      above={<PointsFields submission={submission} />}
      to={lyceum.submissions.grade}
      input={{ courseId, submissionId }}
      fields={['comment']}
      without={['points', 'criteria', 'answers']}
      defaults={{ comment }}
      send={(grade, all) =>
        lyceum.submissions.grade.mutate({ ...grade, ...pointsOf(submission, all) })
      }
      leadsTo={() => `/studio/${courseId}/grading`}
    />
  )
}

function PointsFields({ submission }: { submission: SubmissionToGrade }) {
  const { type, rubric, criteria, questions, maxPoints, result } = submission
  const field = (name: string, label: string, max: number, given: number | null = null) => (
    <TextField
      key={name}
      kind="number"
      isRequired
      {...{ name, label, max }}
      min={0}
      defaultValue={String(given ?? '')}
    />
  )
  if (type === 'quiz')
    return questions.map(({ position, title, points, given }) => {
      const label = t('grading.pointsFor', { title, points })
      return field(`answers.${position}`, label, points, given)
    })
  if (rubric.length === 0)
    return field('points', t('grading.points', { points: maxPoints }), maxPoints, result?.points)
  return rubric.map(({ title, levels }, index) => (
    <SelectField
      key={title}
      name={`criteria.${index}`}
      label={title}
      options={Object.fromEntries(levels.map((one, at) => [at, `${one.title} (${one.points})`]))}
      defaultValue={String(levels.findIndex(({ points }) => points === criteria?.[index]))}
    />
  ))
}

function pointsOf(
  { type, rubric, questions }: SubmissionToGrade,
  values: FormValues,
): Pick<GradeInput, 'points' | 'criteria' | 'answers'> {
  // An empty field is not zero points: the server refuses it.
  const given = (name: string) => (values[name] ? Number(values[name]) : Number.NaN)
  if (type === 'quiz') {
    const answers = questions.map(({ position }) => ({
      position,
      points: given(`answers.${position}`),
    }))
    return { answers }
  }
  if (rubric.length === 0) return { points: given('points') }
  return { criteria: rubric.map((_criterion, index) => given(`criteria.${index}`)) }
}
