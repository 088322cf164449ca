import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateSource } from 'oazapfts'
import { generate } from 'openapi-typescript-codegen'
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

/** A client by openapi-typescript-codegen. */
const byCodegen = (document: object, origin: string, token: string) =>
  inFolder(async (folder): Promise<GeneratedClient> => {
    await generate({ input: structuredClone(document), output: folder, httpClient: 'fetch' })
    const { module } = await runnerImport<{
      OpenAPI: { BASE: string; TOKEN: string }
      BookingService: GeneratedClient
    }>(join(folder, 'index.ts'))
    Object.assign(module.OpenAPI, { BASE: origin, TOKEN: token })
    return module.BookingService
  })

/** A client by oazapfts. */
const byOazapfts = (document: object, origin: string, token: string) =>
  inFolder(async (folder): Promise<GeneratedClient> => {
    const specification = join(folder, 'openapi.json')
    writeFileSync(specification, JSON.stringify(document))
    const source = join(folder, 'client.ts')
    writeFileSync(source, await generateSource(specification))
    const { module } = await runnerImport<
      GeneratedClient & { defaults: { baseUrl: string; headers: Record<string, string> } }
    >(source)
    Object.assign(module.defaults, { baseUrl: origin, headers: { authorization: `Bearer ${token}` } })
    return {
      async postBooking(body) {
        const { status, data } = (await module.postBooking(body)) as { status: number; data: unknown }
        if (status !== 200) throw new Error(`${status}: ${JSON.stringify(data)}`)
      },
    }
  })

/** Writes the client of @hey-api/openapi-ts. It includes its runtime. */
async function writeHeyApi(document: object, folder: string) {
  const input = join(folder, 'openapi.json')
  writeFileSync(input, JSON.stringify(document))
  const { createClient } = await import('@hey-api/openapi-ts')
  await createClient({
    input,
    output: join(folder, 'client'),
    logs: { level: 'silent' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  })
}

/** A client by @hey-api/openapi-ts. */
const byHeyApi = (document: object, origin: string, token: string) =>
  inFolder(async (folder): Promise<GeneratedClient> => {
    await writeHeyApi(document, folder)
    const { module } = await runnerImport<{ postBooking(options: object): Promise<unknown> }>(
      join(folder, 'client/sdk.gen.ts'),
    )
    const headers = { authorization: `Bearer ${token}` }
    return { postBooking: body => module.postBooking({ baseUrl: origin, headers, body, throwOnError: true }) }
  })

/** Clients of the service, each by another generator, from the document that the service serves. */
export const GENERATORS = {
  'openapi-typescript-codegen': byCodegen,
  oazapfts: byOazapfts,
  '@hey-api/openapi-ts': byHeyApi,
}

/** Writes the types of openapi-typescript. Without the option, optional fields with a default would be required in requests. */
async function writeTypes(document: object, folder: string) {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const types = await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0], {
    defaultNonNullable: false,
  })
  writeFileSync(join(folder, 'types.ts'), astToString(types))
}

/** Generators of types. Generated code is in `types.ts` and in the folder `client`. */
export const TYPE_GENERATORS = { 'openapi-typescript': writeTypes, '@hey-api/openapi-ts': writeHeyApi }

/** The type errors of a source file that uses generated types. */
export const typeErrors = (document: object, generator: keyof typeof TYPE_GENERATORS, source: string) =>
  inFolder(async folder => {
    await TYPE_GENERATORS[generator](document, folder)
    return compile(folder, source)
  })
