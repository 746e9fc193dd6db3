import type { GradeInput, QuestionToGrade, SubmissionToGrade } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Fields } from '../../ui/fields.tsx'
import { Form, type FormValues, SelectField, TextField } from '../../ui/form.tsx'

/** Points as a whole, by a rubric, or for the texts of a quiz; and a word to the learner. */
export function GradeForm({ submission }: { submission: SubmissionToGrade }) {
  const { courseId, id: submissionId, comment } = submission
  const navigate = useNavigate()
  return (
    <Form
      className="max-w-2xl"
      submit={t('grading.do')}
      done={t('grading.graded')}
      onSubmit={async (values) => {
        const points = pointsOf(submission, values)
        const said = values.comment?.trim() || null
        await lyceum.submissions.grade.mutate({ courseId, submissionId, ...points, comment: said })
        await navigate({ to: '/studio/$course/grading', params: { course: courseId } })
      }}
    >
      <PointsFields submission={submission} />
      <Fields kinds={{ comment: 'long' }} of={{ comment }} />
    </Form>
  )
}

function PointsFields({ submission }: { submission: SubmissionToGrade }) {
  const { type, rubric, criteria, questions, maxPoints, result } = submission
  const field = (name: string, label: string, most: number, given: number | null = null) => (
    <TextField
      key={name}
      kind="number"
      isRequired
      name={name}
      label={label}
      min={0}
      max={most}
      defaultValue={String(given ?? '')}
    />
  )
  if (type === 'quiz')
    return questions.filter(isToGrade).map(({ position, title, points, given }) => {
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
      defaultValue={String(levels.findIndex(({ points }) => points === (criteria?.[index] ?? 0)))}
    />
  ))
}

function pointsOf(
  { type, rubric, questions }: SubmissionToGrade,
  values: FormValues,
): Pick<GradeInput, 'points' | 'criteria' | 'answers'> {
  if (type === 'quiz') {
    const asked = questions.filter(isToGrade)
    return {
      answers: asked.map(({ position }) => ({
        position,
        points: Number(values[`answers.${position}`]),
      })),
    }
  }
  if (rubric.length === 0) return { points: Number(values.points) }
  return { criteria: rubric.map((_criterion, index) => Number(values[`criteria.${index}`])) }
}

/** The right answers grade all others by themselves. */
export function isToGrade({ answer, given }: QuestionToGrade): boolean {
  return answer !== null || given === null
}
