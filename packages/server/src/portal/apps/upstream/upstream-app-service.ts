/** An app as the upstream made it. */
export interface UpstreamApp {
  readonly appKey: string;
  readonly xid: string;
  /** null while the trial information is pending (SPEC 2.2). */
  readonly trialEndsAt: Date | null;
}

/** What is asked for. */
export interface UpstreamRequest {
  /** The same for every repetition: it makes one app. */
  readonly key: string;
  /** Public code of the Team. */
  readonly team: string;
  readonly name: string;
}

/** Who makes the Developer apps of App requests and sets their trials (SPEC 3). */
export interface UpstreamAppService {
  /**
   * Makes the app of a request, or finds the one it made before.
   * @throws {UpstreamUnavailable} It can be asked again with the same key.
   */
  createApp(request: UpstreamRequest): Promise<UpstreamApp>;
  /**
   * The apps of a Team, for trials that are pending.
   * @throws {UpstreamUnavailable}
   */
  appsOf(team: string): Promise<readonly UpstreamApp[]>;
}

/** No usable answer now. The message holds no address, header or body. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
}
