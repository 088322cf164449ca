import * as z from 'zod'

export const ServiceStatus = z.lazy(() =>
  z
    .object({
      status: z.literal('Healthy'),
      version: z.string().meta({ description: 'The version of the service.' }),
      database: z.literal('Healthy').meta({ description: 'The databases respond and have all migrations.' }),
      links: z.object({ health: z.string(), healthdb: z.string(), docs: z.string(), adminStatus: z.string() }).meta({
        description:
          'Addresses: the two health checks, the documentation, and that of the operator’s `GET /admin/status`.',
      }),
    })
    .meta({ id: 'ServiceStatus', description: 'The status of the service, for everyone.' }),
)
