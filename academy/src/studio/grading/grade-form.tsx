import type { GradeInput, SubmissionToGrade } from '@lyceum/sdk'
import { isLyceumError } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { Status } from '../../ui/data/parts.tsx'
import { showPercent } from '../../ui/format.ts'
import { errorClass, TextField, tellByOurselves } from '../../ui/forms/controls.tsx'
import { Form, FormError } from '../../ui/forms/form.tsx'
import { CommentBank } from './comment-bank.tsx'

/** One thing to grade: by a level, or in points. */
interface Part {
  name: string
  title: string
  max: number
  levels?: SubmissionToGrade['rubric'][number]['levels']
  /** What it has so far, as it is typed. */
  given: string
}

interface Kept {
  values: Readonly<Record<string, string>>
  comment: string
  /** The gradings that were read: after another one it is not this any more. */
  gradings: number
}

interface GradeFormProps {
  submission: SubmissionToGrade
  hasNext: boolean
  onDone: () => Promise<void>
}

/** Points as a whole, by a rubric, or for the texts of a quiz; and a word to the learner. */
export function GradeForm({ submission, hasNext, onDone }: GradeFormProps) {
  const { courseId, id: submissionId, gradings, maxPoints, passPercent } = submission
  const parts = partsOf(submission)
  const [kept, keep] = useKept(submission, parts)
  const claim = useMutation({
    mutationFn: () => lyceum.submissions.claim.mutate({ courseId, submissionId }),
    meta: { showsErrors: true },
  })
  const isTaken = submission.claimedBy !== null && !submission.isClaimedByYou
  const points = parts.map((part) => pointsIn(part, kept.values[part.name]))
  const sum = byItself(submission) + points.reduce<number>((all, one) => all + (one ?? 0), 0)
  const isWhole = points.every((one) => one !== undefined)
  const text = kept.comment.trim()

  /** Grading begins with the first touch: from then on others see it. */
  function change(changes: Partial<Kept>): void {
    const { status, isClaimedByYou } = submission
    if (status === 'waiting' && !isClaimedByYou && claim.isIdle) claim.mutate()
    keep({ ...kept, ...changes })
  }

  async function save(): Promise<void> {
    const grade = { courseId, submissionId, replaces: gradings, comment: text === '' ? null : text }
    try {
      await lyceum.submissions.grade.mutate({ ...grade, ...toSend(submission, parts, kept.values) })
    } catch (error) {
      // Shows what somebody else has done; what was typed stays.
      if (isLyceumError(error) && error.status === 409) await queryClient.invalidateQueries()
      throw error
    }
    typed.remove(nameOf(submissionId))
    await onDone()
  }

  return (
    <Form
      submit={t(hasNext ? 'grading.doNext' : 'grading.do')}
      done={t('grading.graded')}
      to={lyceum.submissions.grade}
      asked={['comment']}
      onSubmit={save}
    >
      {claim.error && <FormError error={claim.error} />}
      <fieldset disabled={isTaken} className="contents">
        {parts.map((part) => {
          const value = kept.values[part.name] ?? ''
          const onChange = (one: string) => change({ values: { ...kept.values, [part.name]: one } })
          return part.levels ? (
            <Levels key={part.name} {...part} levels={part.levels} {...{ value, onChange }} />
          ) : (
            <TextField
              key={part.name}
              kind="number"
              isRequired
              name={part.name}
              label={part.title}
              min={0}
              max={part.max}
              {...{ value, onChange }}
            />
          )
        })}
        <p aria-live="polite" className="flex flex-wrap items-center gap-2">
          <strong className="text-lg tabular-nums">
            {t('attempt.points', { points: sum, maxPoints })}
          </strong>
          {isWhole && <Status of={sum * 100 >= passPercent * maxPoints ? 'passed' : 'notPassed'} />}
          <span className="text-sm text-muted">
            {t('grading.passesAt', {
              points: Math.ceil((passPercent * maxPoints) / 100),
              percent: showPercent(passPercent),
            })}
          </span>
        </p>
        <TextField
          name="comment"
          label={t('field.comment')}
          rows={3}
          value={kept.comment}
          onChange={(comment) => change({ comment })}
        />
        <CommentBank
          text={text}
          onUse={(one) => change({ comment: text === '' ? one : `${text}\n\n${one}` })}
        />
      </fieldset>
      <p className="text-sm text-muted max-lg:hidden">{t('grading.keys')}</p>
    </Form>
  )
}

interface LevelsProps extends Part {
  levels: NonNullable<Part['levels']>
  value: string
  onChange: (value: string) => void
}

/** A button for each level. */
function Levels({ name, title, levels, value, onChange }: LevelsProps) {
  const id = useId()
  const [isMissing, setMissing] = useState(false)
  function refuse(event: FormEvent<HTMLFieldSetElement>): void {
    tellByOurselves(event)
    setMissing(true)
  }
  return (
    <fieldset aria-describedby={id} onInvalid={refuse} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(levels).map(([at, level]) => (
          <label
            key={at}
            className="flex min-h-10 flex-auto cursor-pointer items-center gap-2 rounded-lg border border-field px-3 py-1.5 has-checked:border-brand has-checked:bg-tint has-checked:text-brand has-focus-visible:outline-2 has-disabled:opacity-60"
          >
            <input
              type="radio"
              required
              name={name}
              value={at}
              checked={value === at}
              className="sr-only"
              onChange={() => {
                setMissing(false)
                onChange(at)
              }}
            />
            <span className="flex-1">{level.title}</span>
            <strong className="tabular-nums">{level.points}</strong>
          </label>
        ))}
      </div>
      <span id={id} className={`${errorClass} empty:hidden`}>
        {isMissing && t('grading.choose')}
      </span>
    </fieldset>
  )
}

const nameOf = (submissionId: string) => `grade.${submissionId}`

/** Keeps what is typed on the device, until it is saved or somebody else has graded. */
function useKept({ id, gradings, comment }: SubmissionToGrade, parts: Part[]) {
  const [kept, setKept] = useState<Kept>(() => {
    const left = typed.get<Kept>(nameOf(id))
    const values = Object.fromEntries(parts.map(({ name, given }) => [name, given]))
    return left?.gradings === gradings ? left : { values, comment: comment ?? '', gradings }
  })
  function keep(next: Kept): void {
    setKept(next)
    typed.set(nameOf(id), next)
  }
  return [kept, keep] as const
}

function partsOf(submission: SubmissionToGrade): Part[] {
  const { type, rubric, criteria, questions, maxPoints, result } = submission
  if (type === 'quiz')
    return questions.map(({ position, title, points, given }) => ({
      name: `answers.${position}`,
      title: t('grading.pointsFor', { title, points }),
      max: points,
      given: String(given ?? ''),
    }))
  if (rubric.length === 0) {
    const [title, given] = [t('grading.points', { points: maxPoints }), result?.points]
    return [{ name: 'points', title, max: maxPoints, given: String(given ?? '') }]
  }
  return rubric.map(({ title, levels }, index) => {
    const before =
      criteria === null ? -1 : levels.findIndex((one) => one.points === criteria[index])
    const max = Math.max(...levels.map(({ points }) => points))
    return { name: `criteria.${index}`, title, max, levels, given: before < 0 ? '' : `${before}` }
  })
}

/** Undefined until it is chosen or typed. */
function pointsIn({ levels }: Part, value = ''): number | undefined {
  if (value === '') return undefined
  return levels ? levels[Number(value)]?.points : Number(value)
}

/** What the questions of a quiz that nobody has to grade give. */
function byItself({ quiz, questions }: SubmissionToGrade): number {
  const counted = quiz?.review.filter(
    (one) => !questions.some(({ position }) => position === one.position),
  )
  return counted?.reduce((sum, { points }) => sum + (points ?? 0), 0) ?? 0
}

function toSend(
  { type, rubric, questions }: SubmissionToGrade,
  parts: Part[],
  values: Kept['values'],
): Pick<GradeInput, 'points' | 'criteria' | 'answers'> {
  const given = parts.map(({ name }) => Number(values[name]))
  if (type === 'quiz')
    return { answers: questions.map(({ position }, at) => ({ position, points: given[at] ?? 0 })) }
  return rubric.length === 0 ? { points: given[0] ?? 0 } : { criteria: given }
}
