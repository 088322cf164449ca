import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/** The list that Vite makes of a bundle: a package, its licence, and the text of that. */
interface Licence {
  name: string
  version: string
  identifier?: string
  text?: string
}

/** The option of a build that is bundled into the site, and the file that the plugin below removes again. */
export const LICENCE_LIST = { fileName: 'licences.json' }

/** The first line of each script. */
export const LICENCE_COMMENT = '/*! Licences: /licenses.txt */'

/** The licences in the output of a build. */
export function licencesIn(output: Iterable<Rolldown.OutputAsset | Rolldown.OutputChunk>): Licence[] {
  const list = [...output].find(({ fileName }) => fileName === LICENCE_LIST.fileName)
  return list?.type === 'asset' ? JSON.parse(String(list.source)) : []
}

/** Licences of the scripts of pages, which are builds of their own. */
const ofPages: Licence[] = []
export const addLicences = (licences: readonly Licence[]): void => void ofPages.push(...licences)

/** `/licenses.txt`: the licences of all packages and fonts in the site and in the Worker. Each script names it in a comment. */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle: {
      // After the scripts of pages, and after Vite's own list.
      order: 'post',
      async handler(_, bundle) {
        const all = [...licencesIn(Object.values(bundle)), ...ofPages, ...(await licencesOfWorker())]
        delete bundle[LICENCE_LIST.fileName]
        const byName = new Map(all.map(each => [`${each.name} ${each.version}`, each]))
        const texts = [...byName]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, licence]) => textOf(name, licence))
        const fonts = readFileSync(join(ROOT, 'widget/public/fonts/OFL.txt'), 'utf8').trim()
        const source = `${[...texts, `Fonts in /fonts\n\n${fonts}`].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source })
      },
    },
  }
}

const textOf = (name: string, { identifier = '', text = '' }: Licence) => `${name} (${identifier})\n\n${text}`.trim()

/** Wrangler bundles the Worker, with the same packages. It lists no licences. */
async function licencesOfWorker(): Promise<Licence[]> {
  const result = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['workerd', 'worker', 'node', 'module'] },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(ROOT, 'worker/index.ts'),
      write: false,
      license: LICENCE_LIST,
      rolldownOptions: { external: [/^(cloudflare|node):/] },
    },
  })) as Rolldown.RolldownOutput
  return licencesIn(result.output)
}
