import { z } from 'zod'

/** The values of rules that are a choice; the first counts if a folder states none. */
export const ruleValues = {
  honesty: ['none', 'watched'],
  html: ['none', 'basic'],
  lessonQuestions: ['none', 'named', 'anonymous'],
  managedBy: ['http', 'folder'],
} as const

/** The rules that a course.yaml may state; like the price, they are taken only for a new course. */
export const folderRules = {
  honesty: z
    .enum(ruleValues.honesty)
    .describe(
      'How a video is completed. none: when the learner says so; watched: once nine tenths of it ' +
        'were watched, if its length is known',
    ),
  html: z
    .enum(ruleValues.html)
    .describe(
      'HTML in the Markdown of lessons: none: frontends show it as text; basic: they may show a ' +
        'small set of elements',
    ),
  lessonQuestions: z
    .enum(ruleValues.lessonQuestions)
    .describe(
      'Whether learners ask about lessons, and answer each other. none: nobody does; named: they ' +
        'see who wrote what; anonymous: only teachers do',
    ),
}

/**
 * The rules of a course, whatever its version: one entry here, and a column of its name in
 * `courses`. The API, course.yaml, lyceum.yaml, exports and changes by owners follow from it.
 */
export const courseRules = {
  managedBy: z
    .enum(ruleValues.managedBy)
    .describe('Where the content is written: http: over this API; folder: in an imported folder'),
  requiresReview: z
    .boolean()
    .describe('Whether publishing needs the approval of somebody who has not written'),
  learnersMayMove: z.boolean().describe('Whether learners may take a newer version by themselves'),
  ...folderRules,
}

export type RuleName = keyof typeof courseRules
export type CourseRules = { [N in RuleName]: z.output<(typeof courseRules)[N]> }
type FolderRule = keyof typeof folderRules
export type FolderRules = Pick<CourseRules, FolderRule>

export const ruleNames = Object.keys(courseRules) as RuleName[]
export const folderRuleNames = Object.keys(folderRules) as FolderRule[]

/** The fields for a change: an absent one stays as it is. */
export const ruleChangesShape = z.object(courseRules).partial().shape

/** Picks those of the named rules that are given. */
export function givenRules<Name extends RuleName>(
  names: readonly Name[],
  given: { [N in Name]?: CourseRules[N] | undefined },
): Partial<Pick<CourseRules, Name>> {
  const rules = names.map((name) => [name, given[name]] as const)
  return Object.fromEntries(rules.filter(([, rule]) => rule !== undefined)) as Partial<
    Pick<CourseRules, Name>
  >
}

/** Returns the rules as course.yaml states them, without those at their default. */
export function statedRules(rules: FolderRules): Partial<FolderRules> {
  const stated = folderRuleNames.filter((name) => rules[name] !== ruleValues[name][0])
  return givenRules(stated, rules)
}
