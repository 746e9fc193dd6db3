import type { ChangedFact } from '@lyceum/sdk'
import type { ReactNode } from 'react'
import { findText, t } from '../../texts/texts.ts'
import { showDay, showInstant, showNumber } from '../../ui/format.ts'
import { nameOf, titleOf } from '../../ui/names.ts'
import { useCourse } from '../courses/course.ts'

interface FactsProps {
  facts: readonly ChangedFact[]
  /** Titles of lessons by key. */
  titles: ReadonlyMap<string, string>
  /** What can be done about a fact. */
  action?: (fact: ChangedFact) => ReactNode
}

/** Says what changed: the parts of a lesson one by one, in each its fields. */
export function ChangedFacts({ facts, titles, action }: FactsProps) {
  const parts = Map.groupBy(facts, ({ within }) => partOf(within))
  return (
    <ul className="flex flex-col gap-2">
      {[...parts].map(([part, changed]) => (
        <li key={part}>
          {part !== '' && <p className="font-medium">{part}</p>}
          <ul className={part === '' ? '' : 'ms-4'}>
            {changed.map((fact) => (
              <li
                key={`${fact.what} ${fact.field} ${fact.path}`}
                className="flex flex-wrap items-baseline gap-x-3"
              >
                <span className="min-w-0 break-words">
                  <FactText fact={fact} titles={titles} />
                </span>
                {action?.(fact)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Names a part as its author counts it: `Question 1`. */
function partOf(within: ChangedFact['within']): string {
  return within
    .map(({ part, number }) => `${findText(`part.${part}`) ?? titleOf(part)} ${showNumber(number)}`)
    .join(', ')
}

const lists: Record<string, string> = {
  ...{ questions: 'question', rubric: 'criterion', levels: 'level' },
  ...{ captions: 'caption', sources: 'source' },
}

/** Names a place such as `quiz.pools.0.questions.1.options` for people. */
export function placeOf(path: string): string {
  const steps = path.split('.')
  const within = steps.flatMap((step, at) => {
    const [part, number] = [lists[step], Number(steps[at + 1])]
    return part === undefined || Number.isNaN(number) ? [] : [{ part, number: number + 1 }]
  })
  const last = steps.at(-1) ?? ''
  return [partOf(within), /^\d+$/.test(last) ? '' : labelOf(last)].filter(Boolean).join(', ')
}

function labelOf(field: string): string {
  return findText(`fact.${field}`) ?? titleOf(field)
}

function FactText({ fact, titles }: { fact: ChangedFact; titles: FactsProps['titles'] }) {
  const { language } = useCourse()
  const { field, what, from, to, words } = fact
  if (field === null && what === 'moved')
    return t('fact.moved', { from: from.join(), to: to.join() })
  const shown = (values: readonly string[]) =>
    values.map((value) => (field ? shownValue(field, value, titles) : value)).join(', ')
  const isNothing = from.length === 0 && to.length === 0
  return (
    <>
      {field === null
        ? t(what === 'removed' ? 'fact.removed' : 'fact.added')
        : `${labelOf(field)}:`}{' '}
      {words ? (
        <Words words={words} />
      ) : (
        <span lang={language}>
          {field !== null && isNothing && t('fact.changed')}
          {from.length > 0 && <del className="text-bad">{shown(from)}</del>}
          {from.length > 0 && to.length > 0 && ' → '}
          {to.length > 0 && <ins className="text-good no-underline">{shown(to)}</ins>}
          {what === 'replaced' && ` ${t('fact.replaced')}`}
        </span>
      )}
    </>
  )
}

/** Fields with words of their author, which are no names of ours. */
const ofAuthors = ['title', 'right', 'options', 'others', 'tags', 'sections']

function shownValue(field: string, value: string, titles: FactsProps['titles']): string {
  if (ofAuthors.includes(field)) return value
  if (field === 'requires') return titles.get(value) ?? value
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return showDay(value)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return showInstant(value)
  const [, days = 0, start] = /^(?:(\d+) days? )?after (enrollment|cohort)$/.exec(value) ?? []
  if (start === undefined) return nameOf(value, field)
  const key = start === 'cohort' ? 'rule.afterCohort' : 'rule.afterEnrollment'
  return t(key, { count: Number(days) })
}

const wordLooks = {
  kept: ['span', ''],
  cut: ['span', 'text-muted'],
  added: ['ins', 'text-good'],
  removed: ['del', 'text-bad'],
} as const

/** A text with what came and what went, word by word. */
function Words({ words }: { words: NonNullable<ChangedFact['words']> }) {
  const { language } = useCourse()
  return (
    <span
      lang={language}
      className="mt-1 block rounded-lg border border-line p-3 whitespace-pre-wrap"
    >
      {words.map(({ is, text }, place) => {
        const key = `${is} ${place}`
        const [Part, look] = wordLooks[is]
        return (
          <Part key={key} className={look}>
            {is === 'cut' ? ' … ' : text}
          </Part>
        )
      })}
    </span>
  )
}
