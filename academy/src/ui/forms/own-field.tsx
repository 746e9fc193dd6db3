import { type ComponentType, createContext, use } from 'react'
import type { PickName } from '../picks/pick.ts'

export interface OwnFieldProps {
  name: string
  label: string
  hint?: string | undefined
  /** At first: of many they are joined by commas. */
  value: string
  isRequired?: boolean
  isMany?: boolean
  /** Called with each choice; '' for none. */
  onChoose?: (value: string) => void
}

/** A field with an element of its name, whose value is the text: of a page, or of its zone. */
export interface OwnKind extends Pick<OwnFieldProps, 'isRequired' | 'isMany'> {
  readonly Field: ComponentType<OwnFieldProps> | PickName
}

export const isOwn = (kind: unknown): kind is OwnKind =>
  typeof kind === 'object' && kind !== null && 'Field' in kind

/** Fields that a zone has for what they take, also by names of the API: others load none. */
export const FieldsOfZone = createContext<{
  readonly [name: string]: ComponentType<OwnFieldProps> | undefined
}>({})

export function OwnField({ Field, ...props }: OwnFieldProps & OwnKind) {
  const fields = use(FieldsOfZone)
  const Shown = typeof Field === 'string' ? fields[Field] : Field
  return Shown && <Shown {...props} />
}
