import {
  integer,
  optional,
  readBaseAddress,
  readBy,
  readCertificates,
  readHeaders,
  readPair,
  withPreset,
  type Setting,
} from './readers.ts';

export const connectionSettings = {
  PORTFOLIO_SERVICE_URL: optional('not connected', {
    about: 'Portfolio Service to connect to (connected mode).',
    allowed:
      'the base address of a service, such as https://portfolio.example.com/api, without user name, password and query; put credentials into PORTFOLIO_SERVICE_HEADERS',
    secret: true,
    schema: readBy(readBaseAddress),
  }),
  PORTFOLIO_SERVICE_HEADERS: optional('none', {
    about: 'Headers to send with each request to that service, such as a key.',
    allowed:
      'a JSON object of strings, such as {"Authorization":"Bearer …"}, without host, content-length, connection and transfer-encoding',
    secret: true,
    schema: readBy(readHeaders),
  }),
  PORTFOLIO_SERVICE_CA: optional('only the authorities that this machine trusts', {
    about: 'Certificates of additional authorities to trust for that service.',
    allowed: 'the path of a readable PEM file of certificates',
    schema: readBy(readCertificates),
  }),
  PORTFOLIO_SERVICE_USERS_QUERY: optional('none', {
    about: 'Query to send with GET /p/users, if that service needs the id of its caller.',
    allowed: 'a name and a value, such as customId=u1',
    secret: true,
    schema: readBy(readPair),
  }),
  PORTFOLIO_SERVICE_CONCURRENT_REQUESTS: withPreset(
    '6',
    integer('Maximum of concurrent requests to that service.', 1, 1000),
  ),
  PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: withPreset(
    '20',
    integer('Maximum of requests to that service per second.', 1, 10_000),
  ),
} satisfies Record<string, Setting<unknown>>;
