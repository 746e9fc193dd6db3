import { setImmediate as nextTurn } from 'node:timers/promises'
import { termsOf } from '../../../../content/course-fields.ts'
import { factsOf, factsOfTerms, type ToldLesson } from '../../../../content/facts/facts.ts'
import type { LessonFacts } from '../../../../content/facts/facts-schema.ts'
import type { Deps } from '../../../context.ts'
import { readQuestionsOf, revisionsIn } from '../../assessment/questions/store-questions.ts'
import { changedRules, isEdited, pairLessons } from './compare-contents.ts'
import { maxFactsInAnswer } from './schema.ts'
import type { ComparedContent, ComparedLesson } from './types.ts'

/** The most questions that one answer reads. */
const maxQuestions = 1_000

/**
 * Tells what changed in the course and in the lessons that stay, without the words of their texts.
 * What is told needs the right to read right answers.
 */
export async function tellFacts(
  { db }: Pick<Deps, 'db'>,
  before: ComparedContent | undefined,
  after: ComparedContent,
): Promise<LessonFacts[]> {
  if (before === undefined) return []
  const changed = pairLessons(before.lessons, after.lessons).flatMap(
    ({ lesson, predecessors: [old] }) =>
      old !== undefined && isChanged(old, lesson) ? { old, lesson } : [],
  )
  const told = [
    toLessonFacts(null, after.terms.title, factsOfTerms(aboutOf(before), aboutOf(after))),
  ]
  const budget = { texts: 20 }
  let [facts, questions] = [told[0]?.facts.length ?? 0, 0]
  for (const { old, lesson } of changed) {
    if (facts >= maxFactsInAnswer) break
    questions += revisionsIn(old.details).length + revisionsIn(lesson.details).length
    if (questions > maxQuestions) {
      told.push({ key: lesson.key, title: lesson.title, facts: [], isWhole: false })
      continue
    }
    await nextTurn()
    const [was, is] = await readQuestionsOf({ db }, [old.details, lesson.details])
    const all = factsOf(toTold(old, was), toTold(lesson, is), budget)
    told.push(toLessonFacts(lesson.key, lesson.title, all, maxFactsInAnswer - facts))
    facts += all.length
  }
  return told.filter(({ facts, isWhole }) => facts.length > 0 || !isWhole)
}

export function toLessonFacts(
  key: string | null,
  title: string,
  facts: LessonFacts['facts'],
  most = maxFactsInAnswer,
): LessonFacts {
  return { key, title, facts: facts.slice(0, most), isWhole: facts.length <= most }
}

function isChanged(old: ComparedLesson, now: ComparedLesson): boolean {
  return (
    isEdited(old, now) ||
    old.required !== now.required ||
    old.type !== now.type ||
    changedRules(old, now).length > 0
  )
}

function aboutOf({ terms, sections }: ComparedContent) {
  return { ...termsOf(terms), sections, coverSha256: terms.coverSha256 ?? null }
}

/** What is told of a lesson, from the fields that it has and the questions that were read. */
export function toTold(
  lesson: Pick<ComparedLesson, 'title' | 'type' | 'minutes' | 'required' | 'preview' | 'files'> & {
    bodySha256?: string
    content?: string
  },
  details: ComparedLesson['details'] | undefined,
): ToldLesson {
  const { title, type, minutes, required, preview, files, bodySha256, content } = lesson
  const { prerequisites: requires, ...others } = details ?? {}
  return {
    ...{ title, type, minutes, required, preview, requires, ...others, files },
    ...(content === undefined ? { bodySha256: bodySha256 ?? null } : { content }),
  }
}
