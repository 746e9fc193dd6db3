import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { AppError } from '../../../errors/errors.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { publishDraft } from '../versions/publish-draft.ts'
import { discardDraft } from './discard-draft.ts'
import { getDraft } from './read-draft.ts'
import { getDraftLesson } from './read-lesson.ts'
import { replaceOutline } from './replace-outline.ts'
import { givenWritten, type WrittenCourse } from './test-support.ts'
import { createLesson, deleteLesson, updateLesson } from './write-lesson.ts'

const api = await forAllTests(startApi())
const { deps } = api

interface ModelLesson {
  key: string
  formerKeys: string[]
  title: string
  content: string
  revision: number
}

interface Content {
  sections: { title: string; lessons: ModelLesson[] }[]
}

/** A draft as its authors expect it. */
interface Model {
  courseId: string
  revision: number
  isOpen: boolean
  draft: Content
  version: number
  published: Content
  /** Keys that were published, and those that a published lesson had before. */
  everPublished: Set<string>
  renamed: { key: string; formerKey: string }[]
}

type Step =
  | { do: 'create'; key: number; section: number }
  | { do: 'edit'; at: number; text: number }
  | { do: 'rename'; at: number; key: number }
  | { do: 'delete'; at: number }
  | { do: 'order'; by: number; sections: number }
  | { do: 'discard' }
  | { do: 'publish' }

type Stepped = Step & { isStale: boolean }

const number = fc.nat(9)
const steps = fc.array(
  fc
    .tuple(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({
            do: fc.constant('create' as const),
            key: number,
            section: number,
          }),
        },
        {
          weight: 4,
          arbitrary: fc.record({ do: fc.constant('edit' as const), at: number, text: number }),
        },
        {
          weight: 4,
          arbitrary: fc.record({ do: fc.constant('rename' as const), at: number, key: number }),
        },
        { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), at: number }) },
        {
          weight: 2,
          arbitrary: fc.record({ do: fc.constant('order' as const), by: number, sections: number }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ do: fc.constantFrom('discard' as const, 'publish' as const) }),
        },
      ),
      fc.nat(9),
    )
    .map(([step, stale]): Stepped => ({ ...step, isStale: stale === 0 })),
  { minLength: 5, maxLength: 30 },
)

const keyOf = (index: number) => `lesson-${index}`
const lessonsOf = ({ sections }: Content) => sections.flatMap(({ lessons }) => lessons)

test('whatever is written in whatever order, the draft is what its authors expect', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const course = await givenWritten(api)
      const model = await modelOf(course)
      for (const step of sequence) {
        const expected = expectedOf(model, step)
        expect([step, await outcomeOf(() => perform(model, step))]).toEqual([step, expected])
        if (expected === 'done') apply(model, step)
        await compare(model)
      }
    }),
    propertyRuns(4),
  )
})

async function modelOf({ courseId, keys }: WrittenCourse): Promise<Model> {
  const { revision } = await getDraft(deps, courseId)
  const lessons = keys.map((key, index) => ({
    key,
    formerKeys: [],
    title: `Lesson ${index + 1}`,
    content: `What lesson ${index + 1} teaches.`,
    revision,
  }))
  const published = { sections: [{ title: 'The only section', lessons }] }
  return {
    courseId,
    revision,
    isOpen: false,
    draft: published,
    version: 1,
    published,
    everPublished: new Set(keys),
    renamed: [],
  }
}

/** Returns the lesson that a step is about; undefined if there is none. */
function targetOf({ draft }: Model, at: number): ModelLesson | undefined {
  const lessons = lessonsOf(draft)
  return lessons[at % Math.max(lessons.length, 1)]
}

function expectedOf(model: Model, step: Stepped): string {
  const { draft, isOpen } = model
  if (
    (step.do === 'edit' || step.do === 'rename' || step.do === 'delete') &&
    !targetOf(model, step.at)
  )
    return 'LessonNotFound'
  if (step.do === 'discard' && !isOpen) return 'DraftNotFound'
  if (step.isStale) return 'DraftChanged'
  if (step.do === 'create' && isTaken(model, keyOf(step.key))) return 'LessonKeyTaken'
  if (step.do === 'create' && sectionOf(draft, step.section) === -1) return 'done'
  if (step.do === 'rename' && isTaken(model, keyOf(step.key), targetOf(model, step.at)))
    return 'LessonKeyTaken'
  if (step.do === 'publish' && isOpen && draft.sections.some(({ lessons }) => lessons.length === 0))
    return 'DraftHasProblems'
  return 'done'
}

/** Whether another lesson has the key, or had it in a version that was published. */
function isTaken(model: Model, key: string, self?: ModelLesson): boolean {
  const others = lessonsOf(model.draft).filter((lesson) => lesson !== self)
  if (others.some((lesson) => lesson.key === key || lesson.formerKeys.includes(key))) return true
  const own = self === undefined ? [key] : [key, ...formerKeysAfter(model, self, key)]
  return model.renamed.some((pair) => pair.formerKey === key && !own.includes(pair.key))
}

function formerKeysAfter({ everPublished }: Model, lesson: ModelLesson, key: string): string[] {
  if (key === lesson.key) return lesson.formerKeys
  const old = everPublished.has(lesson.key) ? [lesson.key] : []
  return [...new Set([...lesson.formerKeys, ...old])].filter((former) => former !== key)
}

function sectionOf({ sections }: Content, section: number): number {
  return sections.length === 0 ? -1 : section % sections.length
}

function orderedAs(model: Model, { by, sections }: { by: number; sections: number }): Content {
  const lessons = lessonsOf(model.draft)
  const turned = [...lessons.slice(by % Math.max(lessons.length, 1)), ...lessons].slice(
    0,
    lessons.length,
  )
  const rotated = [...new Set([...turned, ...lessons])]
  const count = (sections % 3) + 1
  return {
    sections: Array.from({ length: count }, (_, index) => ({
      title: `Section ${index}`,
      lessons: rotated.filter((_, at) => at % count === index),
    })),
  }
}

function perform(model: Model, step: Stepped): Promise<unknown> {
  const { courseId, draft, version } = model
  const revisionOf = (revision: number) => (step.isStale ? revision - 1 : revision)
  const revision = revisionOf(model.revision)
  const at = 'at' in step ? targetOf(model, step.at) : undefined
  const lesson = { courseId, key: at?.key ?? 'none', revision: revisionOf(at?.revision ?? 1) }
  switch (step.do) {
    case 'create': {
      const section = sectionOf(draft, step.section)
      return createLesson(deps, {
        courseId,
        revision,
        key: keyOf(step.key),
        title: 'Created',
        type: 'text',
        minutes: 5,
        required: true,
        preview: false,
        content: 'Created.',
        ...(section !== -1 && { section }),
      })
    }
    case 'edit':
      return updateLesson(deps, { ...lesson, content: `Text ${step.text}` })
    case 'rename':
      return updateLesson(deps, { ...lesson, newKey: keyOf(step.key), title: 'Renamed' })
    case 'delete':
      return deleteLesson(deps, lesson)
    case 'order': {
      const { sections } = orderedAs(model, step)
      return replaceOutline(deps, {
        courseId,
        revision,
        sections: sections.map(({ title, lessons }) => ({
          title,
          lessons: lessons.map(({ key }) => key),
        })),
      })
    }
    case 'discard':
      return discardDraft(deps, { courseId, revision })
    case 'publish':
      return publishDraft(deps, { courseId, revision, baseVersion: version })
  }
}

function apply(model: Model, step: Step): void {
  if (step.do === 'discard' || step.do === 'publish') close(model, step.do)
  else {
    model.revision += 1
    model.isOpen = true
    model.draft = changed(model, step)
  }
}

function close(model: Model, how: 'discard' | 'publish'): void {
  if (!model.isOpen) return
  model.revision += 1
  if (how === 'publish' && isDifferent(model)) {
    model.published = model.draft
    model.version += 1
    for (const { key, formerKeys } of lessonsOf(model.published)) {
      model.everPublished.add(key)
      for (const formerKey of formerKeys) model.renamed.push({ key, formerKey })
    }
  }
  model.isOpen = false
  const { revision } = model
  model.draft = withEach(model.published, (lesson) => [{ ...lesson, revision }])
}

function changed(model: Model, step: Exclude<Step, { do: 'discard' | 'publish' }>): Content {
  const { draft, revision } = model
  switch (step.do) {
    case 'order':
      return orderedAs(model, step)
    case 'create': {
      const fields = { title: 'Created', content: 'Created.', revision }
      const created = { key: keyOf(step.key), formerKeys: [], ...fields }
      const at = sectionOf(draft, step.section)
      return {
        sections: draft.sections.map((section, index) =>
          index === at ? { ...section, lessons: [...section.lessons, created] } : section,
        ),
      }
    }
    case 'edit':
      return withTarget(model, step, (lesson) => [
        { ...lesson, content: `Text ${step.text}`, revision },
      ])
    case 'rename': {
      const key = keyOf(step.key)
      return withTarget(model, step, (lesson) => {
        const formerKeys = formerKeysAfter(model, lesson, key)
        return [{ ...lesson, key, formerKeys, title: 'Renamed', revision }]
      })
    }
    case 'delete':
      return withTarget(model, step, () => [])
  }
}

function withTarget(
  model: Model,
  { at }: { at: number },
  change: (lesson: ModelLesson) => ModelLesson[],
): Content {
  const target = targetOf(model, at)
  return withEach(model.draft, (lesson) => (lesson === target ? change(lesson) : [lesson]))
}

function isDifferent({ draft, published }: Model): boolean {
  const plain = (content: Content) =>
    JSON.stringify(
      withEach(content, (lesson) => [
        { ...lesson, formerKeys: lesson.formerKeys.toSorted(), revision: 0 },
      ]),
    )
  return plain(draft) !== plain(published)
}

function withEach({ sections }: Content, change: (lesson: ModelLesson) => ModelLesson[]): Content {
  return {
    sections: sections.map(({ title, lessons }) => ({ title, lessons: lessons.flatMap(change) })),
  }
}

async function outcomeOf(action: () => Promise<unknown>): Promise<string> {
  try {
    await action()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.name
    throw error
  }
}

async function compare({ courseId, revision, isOpen, draft }: Model): Promise<void> {
  const { sections, ...found } = await getDraft(deps, courseId)
  expect([found.revision, found.isOpen]).toEqual([revision, isOpen])
  const texts = new Map<string, string>()
  for (const { key } of sections.flatMap(({ lessons }) => lessons))
    texts.set(key, (await getDraftLesson(deps, { courseId, key })).content)
  expect(
    sections.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map(({ key, formerKeys, title, revision }) => ({
        key,
        formerKeys: formerKeys.toSorted(),
        title,
        content: texts.get(key),
        revision,
      })),
    })),
  ).toEqual(
    withEach(draft, (lesson) => [{ ...lesson, formerKeys: lesson.formerKeys.toSorted() }]).sections,
  )
}
