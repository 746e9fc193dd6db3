import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../db/postgres/embedded/embedded.ts'
import { findPostmaster } from '../../db/postgres/embedded/postmaster.ts'
import { isAlive } from '../../db/postgres/embedded/processes.ts'
import { asOrdinary, clusterOf, ms, type Promised, query, queryAt, runningIn } from './world.ts'

const log = pino({ enabled: false })

/** Several processes, some of which are killed. */
export const sharing: Promised[] = [
  {
    promise: 'kill -9 of the server: the next start joins the cluster, which kept running',
    async check(world) {
      const home = await world.checkout('killed/lyceum', asOrdinary())
      const server = await world.run(home, asOrdinary())
      const before = runningIn(clusterOf(home))
      await server.kill()
      const next = await world.run(home, asOrdinary())
      assert.deepEqual(runningIn(clusterOf(home)), before)
      assert.ok(await next.leave())
      assert.ok(!isAlive(before))
      return ms(next)
    },
  },
  {
    promise:
      'kill -9 of PostgreSQL and the server, its pid reused by the same user: the next start recovers',
    async check(world) {
      const home = await world.checkout('crashed/lyceum', asOrdinary())
      const server = await world.run(home, asOrdinary())
      await query(server, 'create table course (title text)')
      const postmaster = runningIn(clusterOf(home))
      process.kill(postmaster.pid, 'SIGKILL')
      await server.kill()

      const bystander = await world.run(
        await world.checkout('bystander/lyceum', asOrdinary()),
        asOrdinary(),
      )
      const pidFile = join(clusterOf(home), 'postmaster.pid')
      writeFileSync(
        pidFile,
        readFileSync(pidFile, 'utf8').replace(String(postmaster.pid), String(bystander.pid)),
      )
      const next = await world.run(home, asOrdinary())
      await query(next, 'select title from course')
      return ms(next)
    },
  },
  {
    promise: 'a second process joins; the first leaves without stopping it; the last one stops it',
    async check(world) {
      const home = await world.checkout('shared/lyceum', asOrdinary())
      const server = await world.run(home, asOrdinary())
      const commandLine = await world.run(home, asOrdinary())
      assert.equal(commandLine.url, server.url)
      assert.ok(await server.leave())
      await query(commandLine, 'select 1')
      assert.ok(await commandLine.leave())
      assert.equal(findPostmaster(clusterOf(home)), undefined)
      return `${ms(commandLine)} to join`
    },
  },
  {
    promise:
      'two checkouts that start at once have two clusters, and neither password opens the other',
    async check(world) {
      const homes = await Promise.all(
        ['one/lyceum', 'two/lyceum'].map((path) => world.checkout(path, asOrdinary())),
      )
      const [one, two] = await Promise.all(homes.map((home) => world.run(home, asOrdinary())))
      assert.ok(one && two)
      assert.notEqual(new URL(one.url).port, new URL(two.url).port)
      const mixed = Object.assign(new URL(one.url), { port: new URL(two.url).port })
      await assert.rejects(queryAt(mixed.href, 'select 1'), { code: '28P01' })
      return `${ms(one)} and ${ms(two)}, both with initdb`
    },
  },
  {
    promise: 'three processes at once on an empty folder start one cluster',
    async check(world) {
      const home = await world.checkout('three/lyceum', asOrdinary())
      const all = await Promise.all([1, 2, 3].map(() => world.run(home, asOrdinary())))
      assert.equal(new Set(all.map(({ url }) => url)).size, 1)
      return all.map(ms).join(', ')
    },
  },
  {
    promise: 'Ctrl-C in the terminal: the server drains with its database, stops it and ends',
    async check(world) {
      const home = await world.checkout('terminal/lyceum', asOrdinary())
      const server = await world.run(home, asOrdinary())
      const postmaster = runningIn(clusterOf(home))
      assert.ok(await server.interruptGroup())
      assert.ok(!isAlive(postmaster))
      return undefined
    },
  },
  {
    promise: 'a PostgreSQL that hangs (SIGSTOP) is stopped within twenty seconds',
    async check(world) {
      const dataDir = join(world.open, 'hanging')
      const database = await startEmbeddedPostgres({ dataDir, log })
      const postmaster = runningIn(join(dataDir, 'cluster'))
      process.kill(postmaster.pid, 'SIGSTOP')
      const began = performance.now()
      await database.stop()
      const stoppedInMs = Math.round(performance.now() - began)
      assert.ok(!isAlive(postmaster))
      assert.ok(stoppedInMs < 20_000)
      const again = await startEmbeddedPostgres({ dataDir, log })
      await again.stop()
      return `${stoppedInMs} ms, and it started again`
    },
  },
]
