import type { PlanLimits } from '@openhouse/contract';
import { sizeText } from '../../ui/bytes.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from './words.ts';

type Limit = keyof PlanLimits;

/** The value of one unit in the field of a limit: storage is typed in GB, an upload in MB. */
const UNIT_OF: { readonly [Name in Limit]: number } = {
  callsPerMinute: 1,
  teamCallsPerMinute: 1,
  exchangesPerMinute: 1,
  tours: 1,
  storedBytes: 1e9,
  files: 1,
  uploadBytes: 1e6,
  trialDays: 1,
  usageDays: 1,
};
/** Every limit of a plan, in the order of its form. */
export const limitsOfPlan = Object.keys(UNIT_OF) as readonly Limit[];
/** Those that an app may be excepted from. */
export const limitsOfException = ['callsPerMinute', 'exchangesPerMinute'] as const;

/** What is typed into the fields; empty for what the installation or the plan sets. */
export type TypedLimits = Partial<Readonly<Record<Limit, string>>>;

/** @returns The fields that show these limits. */
export function typedOf(limits: Partial<PlanLimits>): TypedLimits {
  const typed = Object.entries(limits).flatMap(([limit, value]) =>
    typeof value === 'number' ? [[limit, String(value / UNIT_OF[limit as Limit])]] : [],
  );
  return Object.fromEntries(typed) as TypedLimits;
}

/** @returns The limits that fields mean: null for an empty one, NaN for one that is no number. */
export function limitsIn<Name extends Limit>(
  typed: TypedLimits,
  limits: readonly Name[],
): Pick<Record<Limit, number | null>, Name> {
  const read = limits.map((limit) => {
    const text = (typed[limit] ?? '').trim();
    return [limit, text === '' ? null : Math.round(Number(text.replace(',', '.')) * UNIT_OF[limit])];
  });
  return Object.fromEntries(read) as Pick<Record<Limit, number | null>, Name>;
}

interface LimitFieldsProps {
  readonly limits: readonly Limit[];
  readonly typed: TypedLimits;
  readonly onChange: (typed: TypedLimits) => void;
}

/** One field for each limit. */
export function LimitFields({ limits, typed, onChange }: LimitFieldsProps) {
  const { t } = useWords();
  return limits.map((limit) => (
    <TextField
      key={limit}
      label={t(`operator:limit.${limit}`)}
      value={typed[limit] ?? ''}
      optional
      inputMode="decimal"
      pattern="[0-9]+([.,][0-9]+)?"
      maxLength={16}
      onChange={(text) => onChange({ ...typed, [limit]: text })}
    />
  ));
}

/** The limits that are set, in words; of those that are not, nothing. */
export function LimitsSet({ limits }: { readonly limits: Partial<PlanLimits> }) {
  const { t, i18n } = useWords();
  const number = new Intl.NumberFormat(i18n.language);
  const written = (limit: Limit, value: number) => {
    if (UNIT_OF[limit] !== 1) return sizeText(value, i18n.language);
    return value === 0 ? t('operator:unlimited') : number.format(value);
  };
  const said = limitsOfPlan.flatMap((limit) => {
    const value = limits[limit];
    return typeof value === 'number' ? [`${t(`operator:limitShort.${limit}`)} ${written(limit, value)}`] : [];
  });
  return said.length === 0 ? t('operator:asUsual') : said.join(' · ');
}
