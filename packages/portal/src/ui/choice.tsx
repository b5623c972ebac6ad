import { Combobox, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './choice.module.css';
import './open-choice.css';
import field from './field.module.css';
import { CheckIcon, SelectorIcon } from './icons.tsx';

/** Letters that are typed faster than this look for one name. */
const TYPED_TOGETHER_MS = 600;

interface ChoiceProps<Value extends string> {
  /** For a label that names it. */
  readonly id: string;
  /** What the form calls it. */
  readonly name?: string;
  /** Id of the label, which names the list as well. */
  readonly labelId: string;
  readonly describedBy?: string;
  readonly className?: string | undefined;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
}

/**
 * One of a few choices: a button that opens the list of them. Arrow keys, Home, End and the first letters move in the list,
 * Enter and Space choose, Escape and Tab leave it as it was.
 */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { id, name: formName, labelId, describedBy, className, value, choices, onChange } = props;
  /** Id of the choice that the keys stand on; undefined while the list's own keys decide. */
  const [active, setActive] = useState<string>();
  const list = useCombobox({
    onDropdownClose: () => {
      list.resetSelectedOption();
      setActive(undefined);
    },
  });
  const { dropdownOpened, selectOption, selectActiveOption } = list;
  /** Where to begin once the list is open; at the chosen one if undefined. */
  const begin = useRef<number>(undefined);
  useEffect(() => {
    if (!dropdownOpened) return;
    setActive((begin.current === undefined ? selectActiveOption() : selectOption(begin.current)) ?? undefined);
    begin.current = undefined;
  }, [dropdownOpened, selectActiveOption, selectOption]);

  const goTo = (index: number) => {
    if (dropdownOpened) return setActive(selectOption(index) ?? undefined);
    begin.current = index;
    list.openDropdown('keyboard');
  };
  const typed = useTypedLetters();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Tab') return list.closeDropdown('keyboard');
    // The dialog around it stays.
    if (event.key === 'Escape' && dropdownOpened) return event.preventDefault();
    if (event.key === ' ' && dropdownOpened) return list.clickSelectedOption();
    if (event.key.startsWith('Arrow')) return setActive(undefined);
    const index = indexOfKey(event.key, choices, typed);
    if (index === undefined) return;
    event.preventDefault();
    goTo(index);
  };

  return (
    <Combobox
      store={list}
      keepMounted={false}
      // Inside the page's own tree: an open dialog and the drawer of a phone lie above everything that is not in them.
      withinPortal={false}
      floatingStrategy="fixed"
      position="bottom-start"
      offset={4}
      shadow="md"
      radius="md"
      onOptionSubmit={(chosen) => {
        list.closeDropdown();
        const found = choices.find(([candidate]) => candidate === chosen);
        if (found !== undefined && found[0] !== value) onChange(found[0]);
      }}
    >
      <Combobox.Target
        targetType="button"
        withExpandedAttribute
        {...(active !== undefined && { 'aria-activedescendant': active })}
      >
        <button
          type="button"
          id={id}
          name={formName}
          value={value}
          aria-describedby={describedBy}
          className={[field.control, styles.choice, className].filter(Boolean).join(' ')}
          onClick={() => list.toggleDropdown()}
          onKeyDown={onKeyDown}
        >
          <span>{choices.find(([candidate]) => candidate === value)?.[1] ?? ''}</span>
          <SelectorIcon size={15} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* Known before it opens, so that button and list name each other from the first picture on. */}
        <Combobox.Options id={`${id}-list`} labelledBy={labelId}>
          {choices.map(([choice, name]) => (
            <Combobox.Option key={choice} value={choice} active={choice === value} aria-selected={choice === value}>
              <span>{name}</span>
              {choice === value && <CheckIcon size={15} />}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** @returns What has been typed with this letter, all typed within a moment. */
function useTypedLetters(): (letter: string) => string {
  const held = useRef({ text: '', atMs: 0 });
  return (letter) => {
    const atMs = Date.now();
    const text = atMs - held.current.atMs > TYPED_TOGETHER_MS ? letter : held.current.text + letter;
    held.current = { text, atMs };
    return text;
  };
}

/** @returns The choice that a key leads to; undefined for keys that lead nowhere. */
function indexOfKey(
  key: string,
  choices: readonly (readonly [string, string])[],
  typed: (letter: string) => string,
): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return choices.length - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const text = typed(key).toLocaleLowerCase();
  const found = choices.findIndex(([, name]) => name.toLocaleLowerCase().startsWith(text));
  return found === -1 ? undefined : found;
}
