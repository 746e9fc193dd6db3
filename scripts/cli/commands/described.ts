import type { Described } from '../command-entry.ts'

const ada = 'ada.lovelace@example.com'

/** Arguments and options that several commands share. */
export const courseArgument: Described = [
  '<course>',
  'slug or id of the course',
  { field: 'courseId', finds: 'course', example: 'knots' },
]
export const publishedCourseArgument: Described = [
  '<course>',
  'slug or id of the course',
  { field: 'courseId', finds: 'publishedCourse', example: 'knots' },
]
export const cohortArgument: Described = [
  '<cohort>',
  'name or id of the cohort',
  { field: 'cohortId', finds: 'cohort', example: 'Class of 2026' },
]

/** The email of somebody who may become a user. */
export function emailArgument(of: string): Described {
  return ['<email>', `email of the ${of}`, { as: 'email', field: 'email', example: ada }]
}

export function userArgument(of = 'user'): Described {
  return [
    '<email>',
    `email of the ${of}`,
    { as: 'email', field: 'userId', finds: 'user', example: ada },
  ]
}

export function idArgument(of: string, field = `${of}Id`): Described {
  return [
    '<id>',
    `id of the ${of}`,
    { as: 'id', field, example: '019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05' },
  ]
}

export function reasonOption(about: string): Described {
  return ['--reason <text>', about, { required: true, as: 'reason' }]
}

export function limitOption(of: string, number: string): Described {
  return ['--limit <number>', `maximum number of ${of}`, { default: number, as: 'number' }]
}

export const timeZoneOption: Described = [
  '--time-zone <zone>',
  'where the days begin and end, like Europe/Berlin',
  { default: 'UTC' },
]

/** The time zone of days on which something at the school begins or ends. */
export const schoolZoneOption: Described = [
  '--time-zone <zone>',
  'where the days begin and end, like Europe/Berlin (default: TIME_ZONE)',
]

export const csvOption: Described = ['--csv', 'print CSV (RFC 4180)', { conflicts: ['json'] }]
