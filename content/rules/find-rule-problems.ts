import { isDueBefore } from '../days/days.ts'
import type { DraftContent, DraftedLesson } from '../draft.ts'
import type { Assignment } from '../lessons/assignment.ts'
import { type DraftProblem, error, warning } from './draft-problem.ts'
import { findCircle } from './find-circle.ts'
import { withRequirementsOfCourses } from './requirements-of-courses.ts'

/** Finds terms that nobody could follow, given the lessons as they are. */
export function findTermFaults(
  terms: DraftContent['terms'],
  { lessons: all, faults }: { lessons: readonly RuledLesson[]; faults: RequirementFault[] },
): { path: string; message: string }[] {
  const lessons = all.map(ruledOf)
  const isSequence = terms.order === 'sequence'
  const circle =
    isSequence && !findCircle(lessons, { isSequence: false })
      ? findCircle(lessons, { isSequence })
      : undefined
  return [
    ...faults.map(({ slug, fault }) => error('requires', wordsOf[fault](slug))),
    ...dueProblems('due', terms),
    ...all
      .flatMap(({ details }) => dueProblems('available', { ...terms, due: details?.due }))
      .slice(0, 1),
    ...(circle === undefined ? [] : [{ ...circleProblem(circle, true), path: 'order' }]),
  ].map(({ path, message }) => ({ path, message }))
}

type RequirementFault = NonNullable<DraftContent['requirements']>[number]

type RuledLesson = Pick<DraftedLesson, 'key' | 'required' | 'preview'> &
  Partial<Pick<DraftedLesson, 'details'>>

function ruledOf({ key, required, preview, details }: RuledLesson) {
  return { key, required, preview, requires: details?.prerequisites ?? [] }
}

/** Finds rules that would lock a learner out for ever, or make something due before it opens. */
export function findRuleProblems(
  { terms, requirements = [], courses }: DraftContent,
  lessons: readonly DraftedLesson[],
): DraftProblem[] {
  const keys = new Set(lessons.map(({ key }) => key))
  const ofLessons = lessons.flatMap(({ key, details }) => [
    ...(details?.prerequisites ?? [])
      .filter((other) => !keys.has(other))
      .map((other) =>
        error(
          `lessons.${key}.requires`,
          `It requires the lesson ${other}, which this version does not have: require another, or ` +
            'bring it back.',
          { code: 'requiresUnknown', name: other },
        ),
      ),
    // Checks its own day, or that of the course, before which nothing opens.
    ...[details?.available, terms.available]
      .flatMap((available) => dueProblems(`lessons.${key}.due`, { available, due: details?.due }))
      .slice(0, 1),
    ...assignmentProblems(key, details),
  ])
  const ruled = withRequirementsOfCourses(lessons, courses ?? []).map(ruledOf)
  const circle = findCircle(ruled, { isSequence: terms.order === 'sequence' })
  return [
    ...requirements.map(({ slug, fault }) =>
      error('requires', wordsOf[fault](slug), { code: codesOf[fault], name: slug }),
    ),
    ...dueProblems('due', terms),
    ...ofLessons,
    ...(circle === undefined ? [] : [circleProblem(circle, terms.order === 'sequence')]),
  ]
}

function assignmentProblems(key: string, details: DraftedLesson['details']): DraftProblem[] {
  const assignment = details?.assignment as Assignment | undefined
  if (assignment === undefined) return []
  const { dueAt } = assignment
  const path = `lessons.${key}`
  const isTwice = dueAt !== null && details?.due !== undefined
  return [
    ...(isTwice
      ? [
          warning(
            `${path}.due`,
            `Its assignment says when it is due as well (${dueAt}): the earlier holds. Say it once.`,
            'dueTwice',
          ),
        ]
      : []),
  ]
}

const codesOf = { unknown: 'unknownCourse', circle: 'circle' } as const
const wordsOf = {
  unknown: (slug: string) => `No published course or program has the slug ${slug}: correct it.`,
  circle: (slug: string) =>
    `${slug} requires this course, itself or by others: nobody could enroll in either.`,
}

function dueProblems(
  path: string,
  { available, due }: { available?: string | null | undefined; due?: string | null | undefined },
): DraftProblem[] {
  if (!isDueBefore({ available, due })) return []
  return [
    error(path, `It is due before it opens (${available}): choose a later day.`, 'dueBeforeOpen'),
  ]
}

function circleProblem(circle: string[], isSequence: boolean): DraftProblem {
  const order = isSequence ? ', or come one after the other,' : ''
  const message =
    `These lessons require each other${order} in a circle, and none of them could ever open: ` +
    `${shortened(circle).join(' → ')}. Remove a requirement.`
  return error(`lessons.${circle[0]}.requires`, message, 'circle')
}

/** Shortens a long circle to both its ends. */
export function shortened(circle: string[]): string[] {
  return circle.length <= 8 ? circle : [...circle.slice(0, 4), '…', ...circle.slice(-3)]
}
