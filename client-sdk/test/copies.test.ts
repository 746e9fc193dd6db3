import { expect, test } from 'vitest'
import { isLyceumError, LyceumError } from '../src/errors.ts'

test('each copy of the package recognises the errors of the other', async () => {
  const copy: typeof import('../src/errors.ts') = await import('../src/errors.ts?copy' as string)
  const foreign = new copy.LyceumError('TokenExpired', 'Your session has expired.')

  expect(copy.LyceumError).not.toBe(LyceumError)
  expect(foreign instanceof LyceumError).toBe(false)
  expect(isLyceumError(foreign)).toBe(true)
  expect(copy.isLyceumError(new LyceumError('Timeout', 'Too late.'))).toBe(true)
})

test('other errors are not mistaken for errors of the SDK', () => {
  const lookalike = Object.assign(new Error('Your session has expired.'), { name: 'TokenExpired' })
  for (const other of [lookalike, undefined, null, 'TokenExpired', {}])
    expect(isLyceumError(other)).toBe(false)
})

test('the callback of an array’s function recognises errors at every index', () => {
  const errors: unknown[] = [new LyceumError('Timeout', 'Too late.'), new Error('Other.')]
  expect([errors.filter(isLyceumError).length, errors.some(isLyceumError)]).toEqual([1, true])
})
