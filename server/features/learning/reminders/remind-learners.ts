import { lowestId } from '../../../../db/page.ts'
import {
  listTakenVersions,
  type VersionDays,
} from '../../../../db/queries/learning/progress/learners-days.ts'
import {
  deleteRemindersBefore,
  insertReminder,
  type LearnersMeant,
  listRemindedDays,
  listToRemind,
  type ReminderSearch,
} from '../../../../db/queries/learning/reminders.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { dayOf, daysAfter, hourOf, isDay } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { notifyUser } from '../../platform/notifications/notify.ts'
import { spreadMails } from '../../platform/notifications/spread-mails.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { daysOfLearner, daysOfVersions, timeZoneOf } from '../progress/learners-days.ts'
import { awayDays, digestOf, spareDays } from './digest.ts'

/** Local hours in which mails are sent, with some to spare if the server is down at eight. */
const morning = { from: 8, until: 12 }
const learnersAtOnce = 1_000
const millisecondsOfARun = 50 * 60_000
const daysKept = 28

/**
 * The job, each hour: where it is morning, mails learners what is due or waits for them, once in
 * each of their days. Killed at any point, it does the rest when it runs again.
 */
export async function remindLearners(ctx: Deps): Promise<void> {
  const search = await searchFor(ctx)
  let place = 0
  await forEachDue(ctx, {
    task: 'remind-learner',
    list: (after?: string) =>
      listToRemind(ctx.db, search, { after: after ?? lowestId, limit: learnersAtOnce }),
    limit: learnersAtOnce,
    idOf: (userId) => userId,
    work: async (userId) => {
      const inBackground = spreadMails(ctx, { since: search.now, place })
      if (await inTransaction(inBackground, (ctx) => remind(ctx, userId))) place += 1
    },
    milliseconds: millisecondsOfARun,
  })
}

/** @returns whether there was anything to say */
async function remind(ctx: Deps, userId: string): Promise<boolean> {
  const user = await findUser(ctx.db, userId)
  const now = ctx.now()
  if (user === undefined || !isMorning(now, timeZoneOf(ctx, user))) return false
  const timeZone = timeZoneOf(ctx, user)
  const today = dayOf(now, timeZone)
  const remindedOn = await listRemindedDays(ctx.db, userId)
  if (remindedOn.includes(today)) return false
  const courses = await daysOfLearner(ctx, userId)
  const digest = digestOf(courses, { now, today, timeZone, remindedOn })
  if (digest === undefined) return false
  // Lets one of two concurrent processes wait here, and then send nothing.
  if (!(await insertReminder(ctx.db, { userId, day: today, sentAt: now }))) return false
  await notifyUser(ctx, user, { kind: 'reminder', ...digest, about: { fact: today } })
  return true
}

export async function forgetOldReminders({ db, now }: Deps): Promise<void> {
  await deleteRemindersBefore(db, daysAfter(dayOf(now(), 'UTC'), -daysKept))
}

function isMorning(at: Date, timeZone: string): boolean {
  const hour = hourOf(at, timeZone)
  return hour >= morning.from && hour < morning.until
}

/** Returns a search wider than what is meant: the digest of each learner decides. */
async function searchFor(ctx: Deps): Promise<ReminderSearch> {
  const { remindersNeedConsent, timeZone: schoolZone } = ctx.config
  const now = ctx.now()
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', schoolZone])]
  const days = { first: dayOf(now, 'Etc/GMT+12'), last: dayOf(now, 'Etc/GMT-14') }
  const told = { from: daysAfter(days.first, -1 - spareDays), to: daysAfter(days.last, 1) }
  const away = {
    from: daysAfter(days.first, -awayDays - spareDays),
    to: daysAfter(days.last, -awayDays),
  }
  const versions = await daysOfVersions(ctx, await listTakenVersions(ctx.db))
  return {
    meant: [...versions.values()].flatMap((version) => [
      ...meantBy(version, version.available, away),
      ...[version.due, ...version.lessons.map(({ due }) => due)].flatMap((rule) =>
        meantBy(version, rule, told),
      ),
      ...version.lessons.flatMap(({ dueAt }) =>
        meantBy(version, dueAt && dayOf(new Date(dueAt), 'UTC'), widened(told)),
      ),
    ]),
    extendedTo: told,
    lastSeen: instantsOf(away),
    zonesElsewhere: zones.filter((zone) => !isMorning(now, zone)),
    schoolZone,
    isAssumed: !remindersNeedConsent,
    now,
  }
}

interface Days {
  from: string
  to: string
}

/** Returns whose days a rule may mean: everybody's in the version, or those who began at a time. */
function meantBy(
  { courseId, versionId }: VersionDays,
  rule: string | null,
  days: Days,
): LearnersMeant[] {
  if (rule === null) return []
  const ofAll = { courseId, versionId, since: '-infinity', until: 'infinity', ofCohort: false }
  if (isDay(rule)) return rule >= days.from && rule <= days.to ? [ofAll] : []
  const [number, , , event] = rule.split(' ')
  const after = -Number(number)
  const began = instantsOf({ from: daysAfter(days.from, after), to: daysAfter(days.to, after) })
  const since = began.since.toISOString()
  const until = began.until.toISOString()
  const ofOne = { ...ofAll, since, until }
  // Includes those who came with no cohort, who count from the enrollment.
  return event === 'cohort' ? [ofOne, { ...ofOne, ofCohort: true }] : [ofOne]
}

function widened({ from, to }: Days): Days {
  return { from: daysAfter(from, -1), to: daysAfter(to, 1) }
}

/** Returns the time span in which it is one of these days anywhere. */
function instantsOf({ from, to }: Days): { since: Date; until: Date } {
  return {
    since: new Date(`${daysAfter(from, -1)}T00:00:00Z`),
    until: new Date(`${daysAfter(to, 2)}T00:00:00Z`),
  }
}
