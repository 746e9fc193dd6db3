import { z } from 'zod'
import { must } from '../../../lib/fields/field-schemas.ts'
import { type CourseFiles, maxManifestBytes, readText } from '../../reading/course-files.ts'
import { CourseFolderError } from '../../reading/course-folder-error.ts'
import { readYaml } from '../../reading/yaml-file.ts'
import { problemsOf } from '../../reading/yaml-problems.ts'

/** The folder of a lesson's episodes, and the file that describes it. */
export interface Layout {
  config: string
  episodes: string
}

/** The Workbench, and before it Jekyll. */
export const layouts: readonly Layout[] = [
  { config: 'config.yaml', episodes: 'episodes' },
  { config: '_config.yml', episodes: '_episodes' },
]

export interface LessonConfig {
  title: string
  license: string | undefined
  source: string | undefined
  language: string | undefined
  /** File names in order, for Jekyll without extension; undefined for all, by name. */
  episodes: { name: string; line: number }[] | undefined
}

const words = z.string(must('be text')).max(500, 'must be at most 500 characters long')
const isFileName = /^[^/\\\p{Cc}\p{Cf}]{1,200}\.(?:md|Rmd)$/u
const Config = z.looseObject(
  {
    title: words.min(1, 'is empty: fill it in'),
    license: words.nullish(),
    source: words.nullish(),
    lang: words.nullish(),
    episodes: z
      .array(
        z
          .string(must('be the name of a file, like 01-basics.md'))
          .regex(isFileName, 'must be the name of a file, like 01-basics.md'),
        must('be a list of files, like 01-basics.md'),
      )
      .nullish(),
  },
  must('have fields, like title: My lesson'),
)

/** The order of the episodes in a Jekyll lesson, by their names without extension. */
const jekyllOrder = {
  episode_order: z
    .array(
      z.string(must('be the name of an episode, like 01-basics')),
      must('be a list of episodes, like 01-basics'),
    )
    .nullish(),
}

/** @throws CourseFolderError */
export async function readConfig(files: CourseFiles, { config }: Layout): Promise<LessonConfig> {
  const file = files.labelOf(config)
  const mention = { file, line: 1 }
  const text = await readText(files, config, { maxBytes: maxManifestBytes, mention })
  const yaml = readYaml(file, text, { lastKeyWins: true })
  // Skips Jekyll's many own settings, some of which have names of ours.
  const { episodes: _, ...jekyll } = Config.shape
  const schema = config === '_config.yml' ? z.looseObject({ ...jekyll, ...jekyllOrder }) : Config
  const { data, error } = schema.safeParse(yaml.value)
  if (error !== undefined)
    throw new CourseFolderError(
      problemsOf(yaml, error.issues, () => Object.keys(Config.shape)).map(({ problem }) => problem),
    )
  const field = config === '_config.yml' ? 'episode_order' : 'episodes'
  const given: unknown = data[field]
  const listed = Array.isArray(given) ? given.filter(isText) : []
  return {
    title: data.title,
    license: data.license ?? undefined,
    source: data.source ?? undefined,
    language: data.lang ?? undefined,
    episodes:
      listed.length === 0
        ? undefined
        : listed.map((name, index) => ({ name, line: yaml.placeOf([field, index]).line })),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
