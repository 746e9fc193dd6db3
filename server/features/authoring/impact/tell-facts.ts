import { setImmediate as nextTurn } from 'node:timers/promises'
import { termsOf } from '../../../../content/course-fields.ts'
import { factsOf, type ToldContent } from '../../../../content/facts/facts.ts'
import type { Fact, LessonFacts } from '../../../../content/facts/facts-schema.ts'
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
  const ofCourse = factsOf(aboutOf(before), aboutOf(after))
  const told = [toLessonFacts(null, after.terms.title, ofCourse)]
  const budget = { texts: 20 }
  let [facts, questions] = [ofCourse.length, 0]
  for (const { lesson, predecessors } of pairLessons(before.lessons, after.lessons)) {
    const [old] = predecessors
    if (old === undefined || !isChanged(old, lesson)) continue
    if (facts >= maxFactsInAnswer) break
    questions += revisionsIn(old.details).length + revisionsIn(lesson.details).length
    const { key, title } = lesson
    if (questions > maxQuestions) {
      told.push({ key, title, facts: [], isWhole: false })
      continue
    }
    await nextTurn()
    const [was, is] = await readQuestionsOf({ db }, [old.details, lesson.details])
    const all = factsOf(toTold(old, was), toTold(lesson, is), budget)
    told.push(toLessonFacts(key, title, all, maxFactsInAnswer - facts))
    facts += all.length
  }
  return told.filter(({ facts, isWhole }) => facts.length > 0 || !isWhole)
}

export function toLessonFacts(
  key: string | null,
  title: string,
  facts: Fact[],
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

function aboutOf({ terms, sections }: ComparedContent): ToldContent {
  const { cover, coverSha256 } = terms
  return {
    ...termsOf(terms),
    sections,
    files: cover && coverSha256 ? { [cover]: coverSha256 } : {},
  }
}

/** What is told of a lesson, from the fields that it has and the questions that were read. */
export function toTold(
  lesson: Pick<ComparedLesson, 'title' | 'type' | 'minutes' | 'required' | 'preview' | 'files'> &
    Partial<Record<'bodySha256' | 'content', string>>,
  details: ComparedLesson['details'] | undefined,
): ToldContent {
  const { title, type, minutes, required, preview, files, bodySha256, content } = lesson
  const { prerequisites: requires, ...others } = details ?? {}
  const text = content === undefined ? { bodySha256: bodySha256 ?? null } : { content }
  return { title, type, minutes, required, preview, requires, ...others, files, ...text }
}
