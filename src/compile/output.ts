/** What a target makes of a policy, before it is a plan: what is judged, the modules in it, and further files. */
import type { ModuleSource } from '../terraform/syntax/module.js';

export interface Output {
  /** The root that is written, or one around the modules as somebody would write it. */
  readonly root: ModuleSource;
  /** Modules of the output by their folder in it, `.` for the output itself; none where the root is written. */
  readonly modules?: ReadonlyMap<string, ModuleSource>;
  /** Folder of the chart that renders NodePools; the output itself where absent, null where they need none. */
  readonly chartIn?: string | null;
  /** Further files by path; charts and snippets come with every target. */
  readonly files?: ReadonlyMap<string, string>;
}
