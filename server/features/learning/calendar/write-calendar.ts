import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { listDatedCohortsOf } from '../../../../db/queries/learning/cohorts.ts'
import { findUserByCalendarKey, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { dayOf, daysAfter, isDay, saidOfEnd, saidOfStart } from '../../../../lib/lists/periods.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { knownLanguage, mailTextsIn } from '../../../texts/texts.ts'
import { coursePageOf } from '../../platform/notifications/notify.ts'
import { type DaysOfCourse, daysOfLearner } from '../progress/learners-days.ts'
import { hashOfKey } from './calendar-key.ts'

/** Days around today whose events are shown; if there are too many, the latest. */
const shownDays = { before: 100, after: 800 }
const maxEvents = 1_000
const maxCourses = 500
const maxCohorts = 100

/**
 * Writes the calendar of the key's holder as iCalendar (RFC 5545).
 * @throws CalendarNotFound
 */
export async function writeCalendar(ctx: Deps, key: string): Promise<string> {
  const user = await findUserByCalendarKey(ctx.db, hashOfKey(key))
  if (user === undefined) throw new AppError('CalendarNotFound')
  await ctx.limits.take('calendarsPerAccount', user.id)
  const events = [...(await eventsOfCourses(ctx, user)), ...(await eventsOfCohorts(ctx, user))]
  const shown = events
    .filter(({ at }) => isShown(at, ctx.now()))
    .sort((one, other) => one.at.localeCompare(other.at) || one.id.localeCompare(other.id))
    .slice(-maxEvents)
  const { name } = ctx.config.brand
  const calendar = ical({
    name,
    prodId: { company: 'Lyceum', product: 'Calendar' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  })
  const host = new URL(ctx.config.publicUrl).hostname
  for (const event of shown) addEvent(calendar, event, { host, readAt: ctx.now() })
  // Ends the last line, which the generator leaves open (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`
}

interface CalendarEvent {
  /** Stable for as long as its subject exists. */
  id: string
  /** A day of the learner's, or of the school's for a cohort; or an ISO 8601 instant. */
  at: string
  title: string
  isCancelled: boolean
  page: string | null
}

async function eventsOfCourses(ctx: Deps, user: UserRow): Promise<CalendarEvent[]> {
  const courses = await daysOfLearner(ctx, user.id, { limit: maxCourses })
  return courses.flatMap((course) => eventsOf(ctx, course, user))
}

function eventsOf(ctx: Deps, course: DaysOfCourse, { locale }: UserRow): CalendarEvent[] {
  const { calendar: texts } = mailTextsIn(knownLanguage(locale))
  const page = coursePageOf(ctx, course.courseId)
  return course.days.flatMap(({ lessonKey, title, opens, due, isDone }) => {
    const place = `${course.courseId}-${lessonKey ?? 'course'}`
    const named = lessonKey === null ? title : `${title} (${course.title})`
    const shared = { page, isCancelled: !course.isOpen && !isDone }
    const opening = opens && {
      ...shared,
      id: `opens-${place}`,
      at: opens.on,
      title: texts.opens(named),
    }
    const dueTitle = isDone ? texts.done(texts.due(named)) : texts.due(named)
    const at = due?.isInstant ? due.at.toISOString() : due?.on
    const isDue = at !== undefined && { ...shared, id: `due-${place}`, at, title: dueTitle }
    return [opening, isDue].flatMap((event) => event || [])
  })
}

async function eventsOfCohorts(ctx: Deps, { id: userId, locale }: UserRow) {
  const { timeZone } = ctx.config
  const { calendar: texts } = mailTextsIn(knownLanguage(locale))
  const cohorts = await listDatedCohortsOf(ctx.db, { userId, limit: maxCohorts })
  return cohorts.flatMap(({ id, name, startsAt, endsAt }): CalendarEvent[] => {
    const shared = { isCancelled: false, page: null }
    const event = (kind: 'begins' | 'ends', at: string | null) =>
      at === null ? [] : [{ ...shared, id: `${kind}-${id}`, at, title: texts[kind](name) }]
    return [
      ...event('begins', startsAt && saidOfStart(startsAt, timeZone)),
      ...event('ends', endsAt && saidOfEnd(endsAt, timeZone)),
    ]
  })
}

function isShown(at: string, now: Date): boolean {
  const today = dayOf(now, 'UTC')
  return at >= daysAfter(today, -shownDays.before) && at <= daysAfter(today, shownDays.after)
}

/** Counts seconds instead of changes, which nothing counts: calendars prefer the highest number. */
const sequenceSince = Date.UTC(2020, 0)

function addEvent(
  calendar: ICalCalendar,
  { id, at, title, isCancelled, page }: CalendarEvent,
  { host, readAt }: { host: string; readAt: Date },
): void {
  calendar.createEvent({
    id: `${id}@${host}`,
    start: new Date(at),
    allDay: isDay(at),
    summary: title,
    stamp: readAt,
    sequence: Math.floor((readAt.getTime() - sequenceSince) / 1_000),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(page !== null && { url: page }),
  })
}
