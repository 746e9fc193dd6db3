import { z } from 'zod'
import { readYaml } from '../../reading/yaml-file.ts'
import type { FrontLists } from './episode-to-markdown.ts'

export interface FrontMatter extends FrontLists {
  /** Empty without one. */
  title: string
}

const maxFrontMatter = 20_000

const List = z.array(z.string().max(1000)).max(50).catch([])
const Lists = z
  .looseObject({ title: z.string().catch(''), questions: List, objectives: List, keypoints: List })
  .catch({ title: '', questions: [], objectives: [], keypoints: [] })

/** An episode divided into its front matter, closing line included, and its text. */
export interface DividedEpisode {
  front: string[]
  body: string[]
}

export function divideEpisode(text: string): DividedEpisode {
  const lines = text.split('\n')
  const end =
    lines[0]?.trimEnd() === '---'
      ? lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
      : -1
  return { front: lines.slice(0, end + 1), body: lines.slice(end + 1) }
}

/**
 * Reads the title, and the questions, objectives and key points of a Jekyll episode.
 * @throws CourseFolderError when it is not YAML
 */
export function readFrontMatter(file: string, front: readonly string[]): FrontMatter {
  const yaml = front.slice(0, -1).join('\n')
  // The lesson's own reader refuses longer ones.
  const { value } = readYaml(file, yaml.length > maxFrontMatter ? '' : yaml)
  return Lists.parse(value ?? {})
}
