/** What somebody below announces to those above, without knowing them. */
export class Signal<Value> {
  readonly #listeners: ((value: Value) => void)[] = [];

  listen(listener: (value: Value) => void): void {
    this.#listeners.push(listener);
  }

  emit(value: Value): void {
    for (const listener of this.#listeners) listener(value);
  }
}
