import { type ComponentType, createContext } from 'react'

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

export type OwnField = ComponentType<OwnFieldProps>

/** A field of a page or zone, with an element of the name whose value is the text. */
export interface OwnKind extends Pick<OwnFieldProps, 'isRequired' | 'isMany'> {
  readonly Field: OwnField
}

/** Fields that a zone has for names of the API: other zones load none of them. */
export const FieldsOfZone = createContext<{ readonly [name: string]: OwnField | undefined }>({})
