/** An app as the upstream created it. */
export interface UpstreamApp {
  readonly appKey: string;
  readonly xid: string;
  /** null while the trial information is pending (SPEC 2.2). */
  readonly trialEndsAt: Date | null;
}

/** An App request for the upstream. */
export interface UpstreamRequest {
  /** Idempotency key: the same for every retry, so that it creates one app. */
  readonly key: string;
  /** Public code of the Team. */
  readonly team: string;
  readonly name: string;
  /** Days of trial that the Team's plan names; null for the usual ones. */
  readonly trialDays: number | null;
}

/** The service that creates the Developer apps of App requests and sets their trials (SPEC 3). */
export interface UpstreamAppService {
  /** Whether it may change a known trial: then it is polled. */
  readonly changesTrials: boolean;
  /**
   * Creates the app of a request, or returns the one it created before.
   * @throws {UpstreamUnavailable} A retry with the same key is safe.
   */
  createApp(request: UpstreamRequest): Promise<UpstreamApp>;
  /**
   * The apps of a Team, for their trials.
   * @throws {UpstreamUnavailable}
   */
  appsOf(team: string): Promise<readonly UpstreamApp[]>;
}

/** No usable answer now. The message holds no address, header or body. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
}
