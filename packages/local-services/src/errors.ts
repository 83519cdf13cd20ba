/** Why a private service could not be started, in words for the person at the terminal. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;

  constructor(code: ServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type ServiceErrorCode =
  | 'SERVICE_PROGRAM_MISSING'
  | 'SERVICE_NEEDS_ORDINARY_USER'
  | 'SERVICE_DID_NOT_START'
  | 'SERVICE_STOPPED_EARLY'
  | 'SERVICE_SOCKET_PATH_TOO_LONG';
