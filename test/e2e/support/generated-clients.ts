import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateSource } from 'oazapfts'
import { runnerImport } from 'vite'
import { compile, inFolder, MODULES } from './compile.ts'

// TypeScript 7 has no compiler API. Generators that need it get the TypeScript 5 that oazapfts depends on.
const oazapfts = pathToFileURL(join(MODULES, 'oazapfts/package.json')).href
registerHooks({
  resolve: (name, context, next) => next(name, name === 'typescript' ? { ...context, parentURL: oazapfts } : context),
})

/** A client as a generator made it: the body of a request in, nothing but success out. */
interface GeneratedClient {
  postBooking(body: object): Promise<unknown>
}

/** Writes the client of oazapfts, as `client.ts`. */
async function writeOazapfts(document: object, folder: string) {
  const specification = join(folder, 'openapi.json')
  writeFileSync(specification, JSON.stringify(document))
  writeFileSync(join(folder, 'client.ts'), await generateSource(specification))
}

/** A generated client of the service, from the document that the service serves. */
export const generatedClient = (document: object, origin: string, token: string) =>
  inFolder(async (folder): Promise<GeneratedClient> => {
    await writeOazapfts(document, folder)
    const { module } = await runnerImport<
      GeneratedClient & { defaults: { baseUrl: string; headers: Record<string, string> } }
    >(join(folder, 'client.ts'))
    Object.assign(module.defaults, { baseUrl: origin, headers: { authorization: `Bearer ${token}` } })
    return {
      async postBooking(body) {
        const { status, data } = (await module.postBooking(body)) as { status: number; data: unknown }
        if (status !== 200) throw new Error(`${status}: ${JSON.stringify(data)}`)
      },
    }
  })

/** Writes the types of openapi-typescript, as `types.ts`. Without the option, optional fields with a default would be required in requests. */
async function writeTypes(document: object, folder: string) {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const types = await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0], {
    defaultNonNullable: false,
  })
  writeFileSync(join(folder, 'types.ts'), astToString(types))
}

export const TYPE_GENERATORS = { 'openapi-typescript': writeTypes, oazapfts: writeOazapfts }

/** The type errors of a source file that uses generated types. */
export const typeErrors = (document: object, generator: keyof typeof TYPE_GENERATORS, source: string) =>
  inFolder(async folder => {
    await TYPE_GENERATORS[generator](document, folder)
    return (await compile(folder, { sample: source })).sample
  })
