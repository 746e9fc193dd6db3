import type { DraftProblem } from '@lyceum/sdk'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lyceum } from '../../lyceum.ts'
import { findText, language, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { titleOf } from '../../ui/names.ts'
import { useCourse } from '../courses/course.ts'
import { reveal } from './reveal.ts'

/** What the items of a list are called, with their number. */
const items: Readonly<Record<string, string>> = {
  pools: 'quizEditor.pool',
  questions: 'quizEditor.question',
  options: 'quizEditor.answer',
  accepted: 'quizEditor.answer',
  items: 'quizEditor.answer',
  numbers: 'quizEditor.answer',
  pairs: 'quizEditor.pair',
  others: 'quizEditor.other',
  rubric: 'rubricEditor.criterion',
  levels: 'rubricEditor.level',
  sources: 'videoEditor.source',
  captions: 'videoEditor.captions',
  sections: 'sections.one',
}
/** The rules that are about a question as a whole, not about a part of it. */
const ofQuestion = ['noRightAnswer', 'severalRight']

/** Names a place in words: `quiz.pools.0.questions.1.options.0.text` is question 2, answer 1. */
export function placeOf(path: string, code = ''): string {
  const steps = path.split('.')
  const words = steps.flatMap((step, at) => {
    const number = Number(step)
    const list = items[steps[at - 1] ?? '']
    if (list !== undefined && /^\d+$/.test(step)) {
      // Most quizzes have one pool, of which nobody speaks.
      if (steps[at - 1] === 'pools' && number === 0) return []
      return `${findText(list)} ${number + 1}`
    }
    const isLast = at === steps.length - 1
    if (!isLast || ofQuestion.includes(code)) return []
    const isOnlyField = step === 'text' && steps[at - 2] === 'options'
    return isOnlyField
      ? []
      : (findText(items[step] ?? `field.${step}`) ??
          findText(`field.type.${step}`) ??
          titleOf(step))
  })
  // In English, only the first word of a sentence begins with a capital.
  const [first = '', ...others] = words
  return [first, ...(language === 'en' ? others.map(inSentence) : others)].join(', ')
}

const inSentence = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

/** Says in a sentence what is wrong; where no words of ours fit, in the server's English. */
export function sentenceOf(problem: Omit<DraftProblem, 'severity'>, start = ''): string {
  const { path, code, limit, name, line, message } = problem
  const place = placeOf(path.startsWith(start) ? path.slice(start.length) : path, code ?? '')
  const facts = { place, limit: limit ?? 0, name: name ?? '', line: line ?? 0 }
  const text = code === null ? undefined : findText(`problem.${code}`, facts)
  const rule = code === null ? undefined : findText(`issue.${code}`, { limit: limit ?? 0 })
  return text ?? `${place}: ${rule ?? message}`
}

/** The problems of a lesson as it is saved. */
export function useProblems(key: string): readonly DraftProblem[] {
  const { courseId } = useCourse()
  return useRead(lyceum.drafts.problems, { courseId, key }).data?.items ?? []
}

/** Lists what a lesson lacks, each a link to its field. */
export function Problems({ of: key }: { of: string }) {
  const { courseId } = useCourse()
  const problems = useProblems(key)
  const start = `lessons.${key}.`
  if (problems.length === 0) return null
  return (
    <details open className="mb-4 rounded-lg border border-warn px-3 py-2">
      <summary className="font-medium">{t('problems.title', { count: problems.length })}</summary>
      <ul className="mt-2 flex flex-col gap-1">
        {problems.map((problem) => {
          const path = problem.path.slice(start.length)
          return (
            <li key={`${problem.path} ${problem.message}`} className="flex items-baseline gap-2">
              {problem.severity === 'warning' && <Severity of={problem} />}
              <Link
                to="/studio/$course/lesson/$key"
                params={{ course: courseId, key }}
                hash={path}
                replace
                resetScroll={false}
                hashScrollIntoView={false}
                onClick={() => reveal(path)}
                className="text-brand hover:underline"
              >
                {sentenceOf(problem, start)}
              </Link>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

export function Severity({ of: { severity } }: { of: Pick<DraftProblem, 'severity'> }) {
  return <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{t(`publish.${severity}`)}</Badge>
}

/** Shows the field that the address names, once the fields around it are loaded. */
export function RevealNamed() {
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click in the list reveals by itself.
  useEffect(() => {
    if (hash !== '') reveal(hash)
  }, [])
  return null
}
