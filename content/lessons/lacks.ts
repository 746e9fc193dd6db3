import type { z } from 'zod'
import { type Rule, ruleOf } from '../../lib/fields/issue-code.ts'
import type { Facts } from '../rules/draft-problem.ts'

/** What a part of a lesson lacks to be published. */
export interface Lack extends Facts {
  /** Within the part. */
  path: string
  message: string
}

/** The most of one lesson: the first ones say enough. */
const maxLacks = 100

/** Finds what a value lacks by its schema, once for each place. */
export function lacksIn(schema: z.ZodType, value: unknown): Lack[] {
  const found = schema.safeParse(value).error?.issues ?? []
  const lacks = new Map<string, Lack>()
  for (const issue of found.slice(0, maxLacks)) {
    const lack = blankAt(value, issue.path) ?? brokenAt(issue)
    lacks.set(lack.path, lacks.get(lack.path) ?? lack)
  }
  return [...lacks.values()]
}

/** Names the blank field itself where only a choice of several shapes is refused. */
function blankAt(value: unknown, path: PropertyKey[]): Lack | undefined {
  const at = path.reduce<unknown>((inside, step) => (inside as never)?.[step], value)
  const blank = (one: unknown) => one === ''
  const fields =
    typeof at === 'object' && at !== null && !Array.isArray(at) ? Object.entries(at) : []
  const [name] = fields.find(([, field]) => blank(field)) ?? []
  if (!blank(at) && name === undefined) return undefined
  const message = 'is empty: fill it in'
  return {
    path: [...path, ...(name === undefined ? [] : [name])].join('.'),
    message,
    code: 'required',
  }
}

function brokenAt({ path, ...issue }: z.core.$ZodIssue): Lack {
  const { code, limit }: Rule = ruleOf(issue as z.core.$ZodIssue)
  return { path: path.join('.'), message: issue.message, code, limit: limit ?? null }
}
