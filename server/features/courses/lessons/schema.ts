import { z } from 'zod'
import { folderRules } from '../../../../content/course-rules.ts'
import { byType, LessonTypeName } from '../../../../content/lessons/types.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  IdOrSlug,
  Instant,
  named,
  rawText,
  text,
} from '../../../../lib/schema.ts'
import { LessonFiles, LessonHtml, LessonRequires } from './shown-schema.ts'

export const LessonKey = z.string().meta({
  description: 'Stable within the course, from version to version',
  examples: ['a-typed-client'],
})
/** The key in an input: one that names no lesson is not found. */
export const ChosenLessonKey = field(rawText(200), 'Key of the lesson', 'a-typed-client')
export const LessonTitle = field(z.string(), 'Title of the lesson', 'A typed client')

export const LessonSummary = named('LessonSummary', 'A lesson in the table of contents', {
  id: field(Id, 'The lesson', exampleIds.lesson),
  key: LessonKey,
  title: LessonTitle,
  type: LessonTypeName,
  minutes: field(z.number().int(), 'Minutes that the lesson takes', 10),
  required: z.boolean().describe('Needed to complete the course'),
  preview: z.boolean().describe('Open to users who are not enrolled'),
})

export const LessonProgress = named('LessonProgress', 'Your progress in a lesson', {
  percent: field(z.number().int(), '0 to 100; only rises', 100),
  completedAt: Instant.nullable().describe('When you first completed the lesson; null until then'),
  positionSeconds: field(z.number().int(), 'Where you stopped', 240),
  watchedSeconds: field(
    z.number().int().optional(),
    'Seconds of the video that you watched; present once you reported any',
    180,
  ),
})

export const NeighborLesson = named('NeighborLesson', 'A lesson beside another one', {
  id: field(Id, 'The lesson', exampleIds.lesson),
  key: LessonKey,
  title: LessonTitle,
})

const LessonProgressWithRanges = LessonProgress.extend({
  watched: field(
    z.array(z.tuple([z.int(), z.int()])).optional(),
    'Watched ranges of the video, in seconds: each from its first number to before its second',
    [[0, 180]],
  ),
}).meta({ id: 'ReadLessonProgress', description: 'Your progress in the lesson that you read' })

const lesson = LessonSummary.extend({
  courseId: field(Id, 'The course of the lesson', exampleIds.course),
  content: field(z.string(), 'Markdown', 'Install the client, then sign in.'),
  previous: NeighborLesson.nullable().describe('The lesson before it; null for the first'),
  next: NeighborLesson.nullable().describe('The lesson after it; null for the last'),
  html: LessonHtml,
  lessonQuestions: folderRules.lessonQuestions.meta({
    description:
      'Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote ' +
      'what; anonymous: only teachers do',
    examples: ['named'],
  }),
  requires: LessonRequires,
  files: LessonFiles,
  progress: LessonProgressWithRanges.optional().describe(
    'Present once you have started the lesson',
  ),
})

export const Lesson = byType(lesson, 'shown', (Type) => `${Type}Lesson`).meta({
  id: 'Lesson',
  description: 'A lesson with its content. More types will come: show an unknown one as a text',
})
export type Lesson = z.infer<typeof Lesson>

export const GetLessonInput = z.strictObject({
  lessonId: field(IdInPath, 'The lesson', exampleIds.lesson),
})
export type GetLessonInput = z.infer<typeof GetLessonInput>

export const GetLessonByKeyInput = z.strictObject({
  idOrSlug: IdOrSlug,
  key: field(text(200), 'Key of the lesson, or one that it had before', 'a-typed-client'),
})
export type GetLessonByKeyInput = z.infer<typeof GetLessonByKeyInput>
