import { ApplicationFilter, ApplicationList } from '../../schema/wire/admin'
import { answer, endpoint } from '../http/endpoint'
import { listApplications as store } from '../store/application'
import { applicationRecord } from './application-record'

export const listApplications = endpoint(
  {
    method: 'GET',
    path: '/admin/applications',
    summary: 'Lists the applications, all or those of one customer, oldest first.',
    needs: 'admin',
    example: { query: { customerId: 7 } },
    query: ApplicationFilter,
    content: ApplicationList,
  },
  async ({ db, query }) => answer({ applications: (await store(db, query.customerId)).map(applicationRecord) }),
)
