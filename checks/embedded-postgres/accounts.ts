import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, statSync } from 'node:fs'
import { chmod, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { removeCheckout } from './checkout.ts'
import {
  asOrdinary,
  closeFolder,
  clusterOf,
  movedTo,
  ms,
  ORDINARY,
  type Promised,
  query,
  runningIn,
  uidOf,
} from './world.ts'

/** Accounts and folders that it starts in. */
export const accounts: Promised[] = [
  {
    promise: 'an ordinary user starts it, and starts it again',
    async check(world) {
      const home = await world.checkout('home-of-ada/lyceum', asOrdinary())
      const first = await world.run(home, asOrdinary())
      await query(first, 'create table course (title text)')
      if (ORDINARY !== undefined) assert.equal(statSync(clusterOf(home)).uid, ORDINARY)
      assert.ok(await first.leave(), 'the process ends by itself')
      const second = await world.run(home, asOrdinary())
      await query(second, 'select title from course')
      return `${ms(first)} with initdb, ${ms(second)} again, node's own start included`
    },
  },
  {
    promise: 'an ordinary user in a home of mode 0700',
    async check(world) {
      const home = await world.checkout('home-of-bob/lyceum', asOrdinary())
      await closeFolder(join(world.open, 'home-of-bob'), ORDINARY)
      const server = await world.run(home, asOrdinary())
      assert.ok(existsSync(clusterOf(home)))
      return ms(server)
    },
  },
  {
    promise: 'root starts it, and PostgreSQL runs as nobody',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('srv/lyceum')
      const server = await world.run(home)
      assert.notEqual(uidOf(runningIn(clusterOf(home)).pid), 0)
      return ms(server)
    },
  },
  {
    promise:
      'root in a folder of mode 0700: the log names where data and programs are; later starts find them',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('root-home/lyceum')
      await closeFolder(join(world.open, 'root-home'), 0)
      const first = await world.run(home)
      await query(first, 'create table course (title text)')
      assert.match(first.logged(), /is in \/var\/.*"nobody\\" could not enter/)
      const outside = movedTo(home)
      assert.equal(uidOf(runningIn(outside).pid), statSync(outside).uid)

      const commandLine = await world.run(home)
      assert.equal(commandLine.url, first.url)
      await first.kill()
      assert.ok(await commandLine.leave())

      const second = await world.run(home)
      await query(second, 'select title from course')
      assert.ok(await second.leave())
      await chmod(join(world.open, 'root-home'), 0o755)
      const third = await world.run(home)
      await query(third, 'select title from course')
      return `${ms(first)} first, ${ms(second)} again, in ${outside}; still there after the folder was opened`
    },
  },
  {
    promise:
      'a project below 0700 that is moved keeps its database, and one that is copied gets its own',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('root-home-2/lyceum')
      await closeFolder(join(world.open, 'root-home-2'), 0)
      const first = await world.run(home)
      await query(first, 'create table course (title text)')
      await first.leave()

      const moved = join(world.open, 'root-home-2', 'moved')
      await rename(home, moved)
      const second = await world.run(moved)
      await query(second, 'select title from course')

      const copy = join(world.open, 'root-home-2', 'copy')
      execFileSync('/bin/cp', ['-a', moved, copy])
      try {
        const third = await world.run(copy)
        assert.notEqual(third.url, second.url)
        assert.notEqual(movedTo(copy), movedTo(moved))
        await assert.rejects(query(third, 'select title from course'))
      } finally {
        await world.stopAll()
        removeCheckout(copy)
        removeCheckout(moved)
      }
      return undefined
    },
  },
  {
    promise:
      'data outside the project is gone (a new container): the log says so, the database is empty',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('root-home-3/lyceum')
      await closeFolder(join(world.open, 'root-home-3'), 0)
      const first = await world.run(home)
      await query(first, 'create table course (title text)')
      await first.leave()
      rmSync(movedTo(home), { recursive: true })

      const second = await world.run(home)
      assert.match(second.logged(), /is gone\. Starting with an empty one/)
      await query(second, 'create table course (title text)')
      return undefined
    },
  },
  {
    promise: 'root with umask 077, on a fresh project',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('masked/lyceum')
      return ms(await world.run(home, { umask: '077' }))
    },
  },
  {
    promise: 'user, root and user again take turns on one database',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('turns/lyceum', asOrdinary(1))
      for (const who of [asOrdinary(1), {}, asOrdinary(1)]) {
        const server = await world.run(home, who)
        await query(server, 'create table if not exists course (title text)')
        assert.equal(uidOf(runningIn(clusterOf(home)).pid), 1)
        assert.ok(await server.leave())
      }
      return undefined
    },
  },
  {
    promise: 'an account that does not own the database gets an error that says so',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('foreign/lyceum')
      const server = await world.run(home)
      await assert.rejects(
        world.run(home, asOrdinary(1)),
        /may not write to|belongs to another user/,
      )
      await server.leave()
      return undefined
    },
  },
]
