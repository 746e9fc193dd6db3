import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../learn/attempts/clock.ts'
import { changeDrafts, forgetDrafts, readDrafts } from '../learn/attempts/drafts.ts'
import { typed } from './typed.ts'

/** Makes a storage like a browser's, with room for so many characters. */
function storageFor(most: number): Storage {
  const methods = {
    getItem: (name: string) => (Object.hasOwn(entries, name) ? entries[name] : null),
    setItem(name: string, value: string) {
      if (value.length > most) throw new DOMException('Full', 'QuotaExceededError')
      entries[name] = value
    },
    removeItem: (name: string) => delete entries[name],
  }
  const entries: Record<string, string> = Object.create(methods)
  return entries as unknown as Storage
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storageFor(1_000))
  typed.belongTo('ada')
})
afterEach(() => void vi.unstubAllGlobals())

describe('what was typed', () => {
  test('is there as it was, until it is removed', () => {
    expect(typed.get('note')).toBeUndefined()
    expect(typed.set('note', { text: 'Knots', at: [1, null] })).toBe(true)
    expect(typed.get('note')).toEqual({ text: 'Knots', at: [1, null] })
    typed.remove('note')
    expect(typed.get('note')).toBeUndefined()
    expect(typed.isEmpty()).toBe(true)
  })

  test('is found by nobody else, and again by whoever typed it', () => {
    typed.set('note', 'of Ada')
    typed.belongTo('bob')
    expect(typed.get('note')).toBeUndefined()
    expect(typed.names('')).toEqual([])
    typed.belongTo('ada')
    expect(typed.get('note')).toBe('of Ada')
  })

  test('is listed by the beginning of its name', () => {
    for (const name of ['lesson.a', 'lesson.b', 'attempt.a']) typed.set(name, 1)
    expect(typed.names('lesson.').sort()).toEqual(['lesson.a', 'lesson.b'])
    expect(typed.names('nothing')).toEqual([])
  })

  test('is forgotten of all readers, and nothing else is', () => {
    localStorage.setItem('academy.language', 'de')
    typed.set('note', 1)
    typed.belongTo('bob')
    typed.set('note', 2)
    typed.forget()
    expect(typed.isEmpty()).toBe(true)
    expect(localStorage.getItem('academy.language')).toBe('de')
  })

  test('is said not to be kept where there is no room', () => {
    expect(typed.set('note', 'x'.repeat(2_000))).toBe(false)
    expect(typed.get('note')).toBeUndefined()
  })

  test('is not kept where storage is forbidden, and nothing fails', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(typed.set('note', 1)).toBe(false)
    expect(typed.get('note')).toBeUndefined()
    expect(typed.names('')).toEqual([])
    expect(() => typed.forget()).not.toThrow()
  })
})

describe('answers that are not stored yet', () => {
  const draft = (text: string, number: number) => ({
    answer: { type: 'text', text } as const,
    number,
  })

  test('are added by their places, and a later one replaces the one before', () => {
    changeDrafts('a1', { added: { 0: draft('one', 1), 2: draft('two', 2) } })
    changeDrafts('a1', { added: { 0: draft('three', 3) } })
    expect(readDrafts('a1')).toEqual({ 0: draft('three', 3), 2: draft('two', 2) })
    expect(readDrafts('a2')).toEqual({})
  })

  test('go once they are stored, unless another was typed meanwhile', () => {
    changeDrafts('a1', { added: { 0: draft('new', 3), 1: draft('two', 2) } })
    changeDrafts('a1', { removed: { 0: draft('old', 1), 1: draft('two', 2) } })
    expect(readDrafts('a1')).toEqual({ 0: draft('new', 3) })
  })

  test('leave nothing behind', () => {
    changeDrafts('a1', { added: { 0: draft('one', 1) } })
    changeDrafts('a1', { removed: { 0: draft('one', 1) } })
    expect(typed.isEmpty()).toBe(true)
    changeDrafts('a1', { added: { 0: draft('one', 1) } })
    forgetDrafts('a1')
    expect(typed.isEmpty()).toBe(true)
  })

  test('of a release that did not number them are read as well', () => {
    typed.set('attempt.a1', { 0: { text: 'old' }, 1: null, 2: draft('new', 4) })
    expect(readDrafts('a1')).toEqual({
      0: { answer: { text: 'old' } },
      1: { answer: null },
      2: draft('new', 4),
    })
  })
})

test('the clock goes as that of the server does, whatever the device says', () => {
  vi.useFakeTimers({ now: Date.parse('2027-03-01T12:00:00Z') })
  try {
    expect(clock.now()).toBe(Date.parse('2027-03-01T12:00:00Z'))
    clock.set('2027-03-01T12:07:30Z')
    vi.advanceTimersByTime(1_000)
    expect(new Date(clock.now()).toISOString()).toBe('2027-03-01T12:07:31.000Z')
    clock.set('2027-03-01T11:00:00Z')
    expect(new Date(clock.now()).toISOString()).toBe('2027-03-01T11:00:00.000Z')
  } finally {
    vi.useRealTimers()
  }
})
