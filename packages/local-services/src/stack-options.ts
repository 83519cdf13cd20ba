import type { RedisListener } from './redis.ts';
import type { RestartListeners } from './restarts.ts';

/** How a {@link Stack} is started. */
export interface StackOptions extends RestartListeners {
  /** The checkout: its node_modules, apps and native builds are used. */
  readonly root: string;
  readonly dataFolder: string;
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
  /** Slots of the judgehost; omitted: one per usable physical core. */
  readonly slots?: number;
  /** Servers of one's own instead of the private ones. */
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** See {@link RedisListener}; judgehosts receive this address. */
  readonly redisListen?: RedisListener;
  /** `false` trades crash safety of the private servers for speed (tests). */
  readonly durable?: boolean;
  /** A cluster that the private PostgreSQL begins with; see `migratedCluster`. */
  readonly clusterTemplate?: string;
  /** See {@link ManagedProcessOptions}. */
  readonly diesWithStarter?: boolean;
  /** Services that hang are left as they are: for tests of what the rest of a system sees of one. */
  readonly leavesHung?: boolean;
  readonly logLevel?: string;
  /** Chroot images of the judgehosts here; omitted: the judgehost's own default. */
  readonly imagesFolder?: string;
  /** Settings of the api beyond those of the stack, e.g. `SANDGLASS_SUBMISSIONS_PER_MINUTE`. */
  readonly apiSettings?: Readonly<Record<string, string>>;
  /** Settings of the judgehosts beyond those of the stack. */
  readonly judgehostSettings?: Readonly<Record<string, string>>;
  /** What the private PostgreSQL's environment has beside the usual, for tests. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Called before each step, for progress lines. */
  readonly onStep?: (what: string) => void;
}
