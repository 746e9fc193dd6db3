const text = { type: 'string' } as const
// Anything else would be an error of the database.
const uuid = { type: 'string', format: 'uuid' } as const
const integer = { type: 'integer' } as const
const flag = { type: 'boolean' } as const
const textOrNull = { type: ['string', 'null'] } as const
const price = object({ amount: integer, currency: text })

const summary = {
  id: text,
  slug: text,
  title: text,
  summary: text,
  language: text,
  license: textOrNull,
  source: textOrNull,
  price,
  version: integer,
}

const shown = {
  authors: list(text),
  categories: list(text),
  tags: list(text),
  level: textOrNull,
  cover: textOrNull,
  minutes: integer,
  lessonCount: integer,
}

const outline = {
  id: text,
  key: text,
  title: text,
  type: text,
  minutes: integer,
  required: flag,
  preview: flag,
}

const state = { percent: integer, completedAt: textOrNull, positionSeconds: integer }

export const courseList = {
  querystring: object({ limit: { type: 'integer', minimum: 1, maximum: 100 } }),
  response: {
    200: object({
      items: list(object({ ...summary, ...shown, enrolled: flag })),
      nextCursor: textOrNull,
    }),
  },
}

export const course = {
  params: object({ id: uuid }),
  response: {
    200: object({
      ...summary,
      sections: list(object({ title: text, lessons: list(object(outline)) })),
      enrollment: object({ enrolledAt: text, completedAt: textOrNull }),
    }),
  },
}

const neighbor = { ...object({ id: text, key: text, title: text }), type: ['object', 'null'] }

export const lesson = {
  params: object({ id: uuid }),
  response: {
    200: object({
      ...outline,
      courseId: text,
      content: text,
      previous: neighbor,
      next: neighbor,
      progress: object(state),
    }),
  },
}

export const progress = {
  body: {
    ...object({
      lessonId: uuid,
      percent: { type: 'integer', minimum: 0, maximum: 100 },
      positionSeconds: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    }),
    required: ['lessonId', 'percent'],
  },
  response: {
    200: object({
      lesson: object({ lessonId: text, required: flag, ...state }),
      course: object({
        courseId: text,
        percent: integer,
        completedLessons: integer,
        requiredLessons: integer,
        completedAt: textOrNull,
      }),
      next: { ...object({ lessonId: text, title: text }), type: ['object', 'null'] },
    }),
  },
}

export const login = {
  body: { ...object({ email: text, password: text }), required: ['email', 'password'] },
  response: {
    200: object({
      token: text,
      tokenType: text,
      expiresAt: text,
      user: object({ id: text, email: text, name: text, role: text }),
    }),
  },
}

function object<Properties>(properties: Properties) {
  return { type: 'object', properties } as const
}

function list<Items>(items: Items) {
  return { type: 'array', items } as const
}

const attempt = {
  id: text,
  lessonId: text,
  courseId: text,
  number: integer,
  status: text,
  startedAt: text,
  questions: list(
    object({ position: integer, type: text, title: text, points: integer, options: list(text) }),
  ),
}

/** A client already knows the rest of an attempt that is open. */
const { questions: _, startedAt: __, ...opened } = attempt

export const startedAttempt = {
  params: object({ id: uuid }),
  response: { 200: object(opened), 201: object(attempt) },
}

export const savedAnswers = {
  params: object({ id: uuid }),
  body: object({
    answers: list(
      object({
        position: integer,
        answer: object({ type: text, choice: { type: 'integer', minimum: 0, maximum: 49 } }),
      }),
    ),
  }),
  response: { 200: object({ attemptId: text, savedAt: text, deadlineAt: textOrNull }) },
}
