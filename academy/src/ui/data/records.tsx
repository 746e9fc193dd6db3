import type { NamedThing } from '@lyceum/sdk'
import type { ReactNode } from 'react'
import { findText, t } from '../../texts/texts.ts'
import { Facts } from '../bits.tsx'
import { showDay, showInstant } from '../format.ts'
import { nameOf, titleOf } from '../names.ts'
import { Code, DeskLink } from './parts.tsx'

/** Names by ids, as records of the API have them. */
export type Names = { readonly [id: string]: NamedThing }
type Details = { readonly [name: string]: string | number | boolean | null }

/** Pages of the desk about things of a kind. */
const pages: { [Kind in NamedThing['kind']]?: string } = {
  user: 'users',
  course: 'reports',
  cohort: 'cohorts',
  webhook: 'webhooks',
}

interface ThingProps {
  id: string
  names: Names
  /** Shown where it has no name. */
  otherwise?: ReactNode
  isPlain?: boolean | undefined
}

/** A person or thing by its name, with a link to its page in the desk. */
export function Thing({ id, names, otherwise = null, isPlain = false }: ThingProps) {
  const thing = names[id]
  if (thing === undefined) return otherwise
  const page = pages[thing.kind]
  const name = <bdi>{thing.name}</bdi>
  return page && !isPlain ? <DeskLink to={`/desk/${page}/${id}`}>{name}</DeskLink> : name
}

/** Who did something: a person, a key, an operator, or nobody in particular. */
export function Actor({ actor, names }: { actor: string; names: Names }) {
  const [, kind = actor, id = ''] = /^(\w+):(.*)$/.exec(actor) ?? []
  if (kind === 'user') return <Thing id={id} names={names} otherwise={t('actor.gone')} />
  const name = names[id]?.name ?? id
  if (kind === 'key') return t('actor.key', { name })
  if (kind === 'operator') return t('actor.operator', { name })
  return findText(`actor.${kind}`) ?? actor
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

interface RecordedProps {
  details: Details
  names: Names
  isPlain?: boolean
}

/**
 * The facts of a record in words: `before.role` and `after.role` are one of them, and things have
 * their names. `isBrief` is one line, without what has only an id.
 */
export function Recorded({ details, isBrief, ...how }: RecordedProps & { isBrief?: boolean }) {
  const changed = Object.keys(details).map((name) => name.replace(/^(before|after)\./, ''))
  const facts = [...new Set(changed)].flatMap((name) => {
    const [before, after] = [details[`before.${name}`], details[`after.${name}`]]
    const value = details[name] ?? after ?? before
    if (value == null && before == null) return []
    if (isBrief && value === false && after === undefined) return []
    const isNamed = how.names[String(value)] !== undefined || name === 'transactionId'
    if (isBrief && uuid.test(String(value)) && !isNamed) return []
    const show = (one: unknown) => <Value key={name} {...how} name={name} value={one} />
    const isChange = before !== undefined && after !== undefined
    const both = isChange && (
      <>
        {show(before)} → {show(after)}
      </>
    )
    return [[titleOf(name), both || show(value)] as const]
  })
  if (!isBrief) return <Facts facts={Object.fromEntries(facts)} />
  if (facts.length === 0) return null
  return (
    <span className="block text-sm text-muted">
      {facts.map(([title, value], index) => (
        <span key={title}>
          {index > 0 && ' · '}
          {title}: {value}
        </span>
      ))}
    </span>
  )
}

interface ValueProps extends Omit<RecordedProps, 'details'> {
  name: string
  value: unknown
}

function Value({ name, value, names, isPlain }: ValueProps) {
  if (value === null || value === '') return '–'
  const text = String(value)
  if (/\d{4}-\d\d-\d\dT/.test(text)) return showInstant(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return showDay(text)
  if (name === 'transactionId' && !isPlain)
    return <DeskLink to={`/desk/transactions/${text}`}>{t('records.look')}</DeskLink>
  const ids = text.split(/[\s,]+/)
  if (ids.every((id) => uuid.test(id)))
    return ids.map((id) => (
      <Thing key={id} {...{ id, names, isPlain }} otherwise={<Code>{id}</Code>} />
    ))
  return nameOf(text, name)
}
