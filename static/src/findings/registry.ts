// All diagnoses. Of two findings at one moment the one whose diagnosis stands first is told first.

import { registered, type Registered } from "./finding.ts";
import { failures } from "./kinds/error.ts";

export const DIAGNOSES: readonly Registered[] = failures.map(registered);
