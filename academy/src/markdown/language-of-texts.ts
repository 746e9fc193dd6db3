import { createContext, useContext } from 'react'
import { inLanguageOf } from '../ui/in-language.ts'

/** The language of the texts below, where it is that of a course. */
export const LanguageOfTexts = createContext<string | undefined>(undefined)

/** The direction in which they run, for what is laid out around them. */
export function useDirection(): 'ltr' | 'rtl' | undefined {
  return inLanguageOf(useContext(LanguageOfTexts)).dir
}
