import { expect, test } from 'vitest'
import { createProgram } from './program.ts'

/**
 * Commands that read, change one named thing, or show their effect themselves. One that mails or
 * writes many rows has `care`, and is not listed here.
 */
const withoutDryRun = {
  'api-key': 'create list rotate',
  backup: 'create verify',
  certificate: 'list preview reissue render show verify',
  cohort: 'add create list members show',
  coupon: 'create list show',
  course: 'allow archive create diff export list seats show unarchive',
  'course learner': 'extend mark unextend',
  'course source': 'remove set show sync',
  invitation: 'list resend withdraw',
  job: 'list postponed retry show',
  keys: 'create list prune',
  mail: 'list resend',
  quarantine: 'off status',
  quiz: 'give-time import',
  report: 'gradebook learning sales stuck',
  transaction: 'list mark-paid receipt show',
  user: 'create email find invite list reinstate rename role sessions show suspend verify',
  webhook: 'disable list',
  '': 'audit completion doctor listen restore',
}

test('what mails or writes many rows can be tried first', () => {
  const known = Object.entries(withoutDryRun).flatMap(([group, names]) =>
    names.split(' ').map((name) => `${group} ${name}`.trim()),
  )

  const without = leavesOf(createProgram()).filter(({ hasDryRun }) => !hasDryRun)

  expect(without.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

type Command = ReturnType<typeof createProgram>

function leavesOf(command: Command, path = ''): { name: string; hasDryRun: boolean }[] {
  const own = command.commands.flatMap((sub) => leavesOf(sub, `${path} ${sub.name()}`.trim()))
  const hasDryRun = command.options.some(({ long }) => long === '--dry-run')
  return command.commands.length > 0 ? own : [{ name: path, hasDryRun }]
}
