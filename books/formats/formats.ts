import { carpentries } from './carpentries/carpentries.ts'
import { exercism } from './exercism/exercism.ts'
import { huggingface } from './huggingface/huggingface.ts'
import { jupyterbook } from './jupyterbook/jupyterbook.ts'
import { lyceum } from './lyceum/lyceum.ts'
import { mdbook } from './mdbook/mdbook.ts'
import { microsoft } from './microsoft/microsoft.ts'

/** The supported formats, in the order in which they are tried. */
export const courseFormats = [
  lyceum,
  mdbook,
  huggingface,
  exercism,
  carpentries,
  jupyterbook,
  microsoft,
] as const

export type FormatName = (typeof courseFormats)[number]['name']

export const formatChoices = ['auto', ...courseFormats.map(({ name }) => name)] as const
export type FormatChoice = (typeof formatChoices)[number]
