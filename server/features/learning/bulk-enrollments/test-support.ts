import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Api } from '../../../test/api.ts'
import type { BulkEnrollment, BulkEnrollmentResult } from './schema.ts'

/** Sends files of enrollments as the user, and waits until they are done. */
export function bulkOf(api: Api, user: { token: string }) {
  const { bulkEnrollments } = api.as(user).admin

  const send = (csv: string | Buffer, { query = '', headers = {} } = {}) =>
    api.request(`POST /api/v1/admin/bulk-enrollments/csv${query}`, {
      token: user.token,
      headers: { 'content-type': 'text/csv', ...headers },
      body: csv,
    })

  async function done(id: string): Promise<BulkEnrollment> {
    const get = () => bulkEnrollments.get.query({ bulkEnrollmentId: id })
    await expect.poll(async () => (await get()).status, { timeout: 60_000 }).toBe('done')
    return get()
  }

  async function rows(id: string): Promise<BulkEnrollmentResult[]> {
    const all: BulkEnrollmentResult[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await bulkEnrollments.rows.query({
        bulkEnrollmentId: id,
        limit: 100,
        ...(cursor && { cursor }),
      })
      all.push(...page.items)
      if (page.nextCursor === null) return all
      cursor = page.nextCursor
    }
  }

  return {
    send,
    done,
    rows,
    /** Sends the file, and returns its results. */
    enroll: async (csv: string | Buffer, options?: Parameters<typeof send>[1]) => {
      const { status, body } = await send(csv, options)
      expect([status, body.error]).toEqual([201, undefined])
      return { bulk: await done(body.id), rows: await rows(body.id) }
    },
  }
}

/** Holds back jobs until the work is done. */
export async function whileJobsWait<Result>(
  { deps: { db } }: Api,
  work: () => Promise<Result>,
): Promise<Result> {
  await db.execute(sql`
    create function hold_job() returns trigger language plpgsql as $$
      begin new.start_after = now() + interval '1 day'; return new; end $$;
    create trigger held before insert on pgboss.job_common
      for each row when (new.name = 'enroll-in-bulk') execute function hold_job()`)
  try {
    return await work()
  } finally {
    await db.execute(sql`
      drop function hold_job cascade;
      update pgboss.job set start_after = now() where name = 'enroll-in-bulk'`)
  }
}
