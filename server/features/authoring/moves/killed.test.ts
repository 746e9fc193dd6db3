import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { givenService } from '../../../test/given-service.ts'
import { startServerProcess } from '../../../test/server-process.ts'
import { nothingIsWrong, publish } from './test-support.ts'

const learners = 2_000

test('a move of thousands whose server is killed twice moves each learner once', {
  timeout: 400_000,
}, async () => {
  const { folder, keys, databaseUrl, database, settings } = await givenService()
  const { course, admin } = await givenLearners()

  for (const share of [0.1, 0.5]) {
    await using server = await startServerProcess(folder, settings)
    await server.ready()
    await database.query('update gate set opens_for = $1', [share * learners])
    if (share === 0.1) await startMove(server)
    await expect.poll(isAtGate, { timeout: 150_000, interval: 20 }).toBe(true)
    server.process.kill('SIGKILL')
    await server.exit
    await expect.poll(isAtGate).toBe(false)
    expect(await moveRow()).toMatchObject({ status: 'running' })
    // Pretends that the time has passed after which its job counts as lost.
    await database.query(
      `update pgboss.job set started_on = now() - interval '1 minute' where state = 'active'`,
    )
  }
  await database.query('select pg_advisory_unlock(1)')
  await using server = await startServerProcess(folder, settings)
  await expect.poll(async () => (await moveRow()).status, { timeout: 150_000 }).toBe('done')
  server.process.kill('SIGTERM')
  expect(await server.exit).toBe(0)

  expect(await moveRow()).toMatchObject({ total: learners, moved: learners, skipped: 0 })
  const { rows } = await database.query(
    `select count(*)::int as moves, count(distinct user_id)::int as learners from noted_moves`,
  )
  expect(rows).toEqual([{ moves: learners, learners }])
  const { rows: states } = await database.query(
    `select v.number, e.remaining_lessons::text as bits, count(*)::int as learners
     from enrollments e join course_versions v on v.id = e.version_id group by 1, 2`,
  )
  expect(states).toEqual([{ number: 2, bits: '011', learners }])
  await using api = await startApi({ databaseUrl })
  await nothingIsWrong(api)

  async function givenLearners() {
    await using api = await startApi({ databaseUrl, keys })
    const course = await publish(api, ['a', 'b', 'c'])
    await database.query(
      `with learner as (
         insert into users (id, email, name, role, created_at)
         select gen_random_uuid(), 'many-' || n || '@example.com', 'Ada Lovelace', 'learner', now()
         from generate_series(1, $2::integer) as n returning id
       ), enrolled as (
         insert into enrollments (user_id, course_id, version_id, source, enrolled_at)
         select learner.id, v.course_id, v.id, 'administrator', now()
         from learner, course_versions v where v.course_id = $1 returning user_id, course_id
       )
       insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds,
         completed_at, updated_at)
       select user_id, course_id, 'a', 100, 0, now(), now() from enrolled`,
      [course.id, learners],
    )
    await publish(api, [{ key: 'a-new', formerKeys: ['a'] }, 'b', 'd'], course)
    // Records each change of a version, whoever makes it, and holds it up at the gate.
    await database.query(`
      select pg_advisory_lock(1);
      create table gate (opens_for integer not null);
      insert into gate values (0);
      create table noted_moves (user_id uuid not null);
      create function note_move() returns trigger language plpgsql as $$
        begin
          insert into noted_moves values (new.user_id);
          if (select count(*) from noted_moves) > (select opens_for from gate) then
            perform pg_advisory_xact_lock_shared(1);
          end if;
          return null;
        end $$;
      create trigger note_move after update of version_id on enrollments for each row
        when (old.version_id <> new.version_id) execute function note_move()`)
    return { course, admin: await api.given.admin() }
  }

  async function startMove({ url }: { url: string }): Promise<void> {
    const answer = await fetch(`${url}/api/v1/authoring/courses/${course.id}/moves`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: 2, policy: 'all' }),
    })
    expect(answer.status).toBe(201)
  }

  async function isAtGate(): Promise<boolean> {
    const { rowCount } = await database.query(
      `select from pg_locks where locktype = 'advisory' and objid = 1 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rowCount !== 0
  }

  async function moveRow() {
    const { rows } = await database.query('select * from moves')
    return rows[0]
  }
})
