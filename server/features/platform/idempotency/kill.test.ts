import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { givenService } from '../../../test/given-service.ts'
import { startServerProcess } from '../../../test/server-process.ts'

test('a purchase whose server is killed between commit and answer is finished by the retry with its key, once', {
  timeout: 120_000,
}, async () => {
  const { folder, keys, databaseUrl, database, settings } = await givenService()
  await using api = await startApi({ databaseUrl, keys })
  const learner = await api.given.learner()
  const course = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  await api.as(learner).cart.add.mutate({ courseId: course.id })
  const headers = { 'idempotency-key': randomUUID() }

  // Makes the server wait here: after its first commit, which wrote the purchase and the key, and
  // before it can note where to pay.
  await database.query(`
    create function hold() returns trigger language plpgsql set lock_timeout = '30s' as $$ begin perform pg_advisory_xact_lock(42); return new; end $$;
    create trigger hold before update of checkout_url on transactions for each row execute function hold();
    select pg_advisory_lock(42)`)
  await using server = await startServerProcess(folder, settings)
  await server.ready()

  const lost = fetch(`${server.url}/api/v1/transaction`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${learner.token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  }).then(
    ({ status }) => status,
    () => 'no answer',
  )
  const isHeld = async () =>
    (
      await database.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount
  await expect.poll(isHeld, { interval: 20 }).toBe(1)
  server.process.kill('SIGKILL')
  expect(await lost).toBe('no answer')
  await database.query('drop trigger hold on transactions')
  await api.as(learner).cart.remove.mutate({ courseId: course.id })

  const buy = () =>
    api.request('POST /api/v1/transaction', { token: learner.token, body: {}, headers })
  const early = await buy()
  api.advance(11_000)
  const finished = await buy()
  const again = await buy()

  expect([early.status, early.body.error]).toEqual([409, 'IdempotencyKeyInUse'])
  expect([finished.status, finished.body.lines.length]).toEqual([201, 1])
  expect(finished.body.checkoutUrl).toContain('/sandbox/payments/')
  expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([
    201,
    'true',
    finished.text,
  ])
  expect((await api.as(learner).transactions.list.query({})).items).toHaveLength(1)
})
