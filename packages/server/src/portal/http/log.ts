/** What the portal writes to its log; pino fits. Fields are named one by one: never a request, header, query or body. */
export interface PortalLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
