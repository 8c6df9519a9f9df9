// All diagnoses. Of two findings at one moment the one whose diagnosis stands first is told first.

import { registered, type Registered } from "./finding.ts";
import { broadcast } from "./kinds/broadcast.ts";
import { failures } from "./kinds/error.ts";
import { overwritten } from "./kinds/overwritten.ts";
import { vanishing } from "./kinds/vanishing.ts";
import { zeroGradient } from "./kinds/zero-gradient.ts";

export const DIAGNOSES: readonly Registered[] = [
  registered(overwritten), registered(zeroGradient), registered(vanishing), registered(broadcast),
  ...failures.map(registered),
];
