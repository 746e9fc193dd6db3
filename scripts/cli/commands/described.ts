import type { Described } from '../command-entry.ts'

/** Arguments and options that several commands share. */
export const courseArgument: Described = [
  '<course>',
  'slug or id of the course',
  { field: 'courseId', finds: 'course' },
]
export const publishedCourseArgument: Described = [
  '<course>',
  'slug or id of the course',
  { field: 'courseId', finds: 'publishedCourse' },
]
export const cohortArgument: Described = [
  '<cohort>',
  'name or id of the cohort',
  { field: 'cohortId', finds: 'cohort' },
]

/** The email of somebody who may become a user. */
export function emailArgument(of: string): Described {
  return ['<email>', `email of the ${of}`, { as: 'email', field: 'email' }]
}

export function userArgument(of = 'user'): Described {
  return ['<email>', `email of the ${of}`, { as: 'email', field: 'userId', finds: 'user' }]
}

export function idArgument(of: string, field = `${of}Id`): Described {
  return ['<id>', `id of the ${of}`, { as: 'id', field }]
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
