import { z } from 'zod'
import { DayRule } from '../../content/days/days.ts'
import type { LessonContent } from '../../content/draft.ts'
import { CourseSlug, LessonKey, minutes, must, text } from '../../lib/fields/field-schemas.ts'
import { quote } from '../reading/course-folder-error.ts'
import type { OrderedProblem } from '../reading/problem-collector.ts'
import type { YamlFile } from '../reading/yaml-file.ts'
import { problemsOf } from '../reading/yaml-problems.ts'
import { certificateFieldNames, placePictures } from './course-certificate.ts'
import { certificateShape, headShape, type ReadManifest } from './course-manifest.ts'

const maxCourses = 100

const ProgramCourse = z.strictObject(
  {
    course: CourseSlug,
    key: LessonKey.exactOptional(),
    formerKeys: z.array(LessonKey, must('be a list of keys')).max(100).exactOptional(),
    title: text(200).exactOptional(),
    minutes: minutes(1).exactOptional(),
    required: z.boolean(must('be true or false')).default(true),
    requires: z.array(LessonKey, must('be a list of courses')).max(maxCourses).exactOptional(),
    available: DayRule.exactOptional(),
    due: DayRule.exactOptional(),
  },
  must('have fields, like { course: version-control }'),
)
type ProgramCourse = z.infer<typeof ProgramCourse>

const ProgramManifest = z.strictObject(
  {
    ...headShape,
    ...certificateShape,
    courses: z
      .array(ProgramCourse, must('be a list of courses'))
      .min(1, 'are empty: a program needs at least one')
      .max(maxCourses, `are too many: at most ${maxCourses} are allowed`),
  },
  must('have fields, like title: My program'),
)

export interface ReadProgram extends ReadManifest {
  /** Its courses as lessons; missing titles and minutes are taken from the courses later. */
  courses: LessonContent[]
}

/** Reads a program.yaml: a course.yaml with courses instead of sections and lessons. */
export function readProgramManifest(yaml: YamlFile): ReadProgram {
  const { data: program, error } = ProgramManifest.safeParse(yaml.value)
  const problems = error === undefined ? [] : problemsOf(yaml, error.issues, fieldNames)
  const read = {
    problems,
    lessons: [],
    pictures: placePictures(yaml),
    coverLine: yaml.placeOf(['cover']).line,
  }
  if (program === undefined) return { ...read, manifest: undefined, courses: [] }

  const { courses, ...terms } = program
  return {
    ...read,
    problems: [...problems, ...findUnknownKeys(yaml, courses)],
    manifest: { ...terms, sections: [{ title: terms.title, lessons: [] }] },
    courses: courses.map(toLesson),
  }
}

const keyOf = ({ key, course }: ProgramCourse) => key ?? course

function toLesson(entry: ProgramCourse): LessonContent {
  const { course, formerKeys, title = '', minutes = 0, required, requires, available, due } = entry
  return {
    key: keyOf(entry),
    ...(formerKeys !== undefined && { formerKeys }),
    title,
    type: 'course',
    minutes,
    required,
    preview: false,
    content: '',
    details: {
      course: { slug: course },
      ...(requires !== undefined && requires.length > 0 && { prerequisites: requires }),
      ...(available !== undefined && { available }),
      ...(due !== undefined && { due }),
    },
  }
}

/** Finds required keys that no entry has, and keys that several entries have. */
function findUnknownKeys(yaml: YamlFile, courses: readonly ProgramCourse[]): OrderedProblem[] {
  const keys = courses.map(keyOf)
  return courses.flatMap((entry, index) => {
    const unknown = (entry.requires ?? []).filter((key) => !keys.includes(key))
    const messages = [
      ...unknown.map((key) => `no course has the key ${quote(key)}: correct or remove it`),
      ...(keys.indexOf(keyOf(entry)) < index ? [`${quote(keyOf(entry))} is named twice`] : []),
    ]
    const { order, line } = yaml.placeOf(['courses', index])
    return messages.map((message) => ({ order, problem: { file: yaml.file, line, message } }))
  })
}

function fieldNames(path: readonly PropertyKey[]): string[] {
  if (path[0] === 'certificate') return certificateFieldNames(path)
  return Object.keys(path[0] === 'courses' ? ProgramCourse.shape : ProgramManifest.shape)
}

/** Returns the entry of a lesson in a program.yaml. */
export function programEntryOf(lesson: Omit<LessonContent, 'content'>): object {
  const { key, formerKeys = [], title, minutes, required, details } = lesson
  const { course, prerequisites: requires = [], available, due } = details ?? {}
  return {
    course: course?.slug,
    ...(key !== course?.slug && { key }),
    ...(formerKeys.length > 0 && { formerKeys }),
    title,
    minutes,
    ...(!required && { required }),
    ...(requires.length > 0 && { requires }),
    available,
    due,
  }
}
