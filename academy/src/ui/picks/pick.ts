import { type ComponentType, createContext } from 'react'

/** What a field lets choose, in place of typing what names it. */
export const pickNames = [
  ...(['person', 'personEmail', 'learner', 'invited', 'course', 'courseSlug', 'cohort'] as const),
  ...(['language', 'category', 'color'] as const),
]
export type PickName = (typeof pickNames)[number]

/** A kind of field; its value is a text, or a list of them where it takes many. */
export interface Pick {
  readonly pick: PickName
  readonly isMany?: boolean
  readonly isRequired?: boolean
}

/** What the fields of operations with these names let choose. */
export const picksByName: { readonly [name: string]: PickName | undefined } = {
  user: 'person',
  userId: 'learner',
  cohort: 'cohort',
  cohorts: 'cohort',
  course: 'course',
  courseId: 'course',
  courseIds: 'course',
  courses: 'course',
  requires: 'courseSlug',
  language: 'language',
  categories: 'category',
  color: 'color',
  accent: 'color',
}

export interface PickerProps extends Pick {
  name: string
  label: string
  hint?: string | undefined
  /** The values at first. */
  values: readonly string[]
  /** Called with each choice; '' for none. */
  onChoose?: (value: string) => void
}

/** Shows these fields: given by the zones that have them, so that others need not load them. */
export const Picker = createContext<ComponentType<PickerProps> | undefined>(undefined)
