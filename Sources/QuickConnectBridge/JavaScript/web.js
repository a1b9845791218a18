// What scripts expect of any page and bare JavaScriptCore lacks: timers, microtasks, abort signals, text coding,
// structured clones. Evaluates to a function of the host's native functions —
// `startTimer(id, milliseconds, keepsProgramAlive)`, `stopTimer(id)`, `now()`, `reportError(error)` — that returns
// `fire(id)`, to be called when a timer is due.
(native) => {
    "use strict";

    const scope = globalThis;

    /** Adds globals as browsers have them: not enumerable. */
    function define(globals) {
        for (const [name, value] of Object.entries(globals)) {
            Object.defineProperty(scope, name, { value, configurable: true, writable: true });
        }
    }

    // -- Timers and microtasks ----------------------------------------------------------------------------------------

    const timers = new Map();
    let lastTimer = 0;

    function start(task, delay, { repeats = false, keepsAlive = true, values = [] }) {
        if (typeof task !== "function") throw new TypeError("a timer wants a function");
        const id = ++lastTimer;
        // As in HTML: what is no finite number is 0, and the range is that of a 32-bit integer.
        const wanted = Number(delay);
        const milliseconds = Math.max(repeats ? 1 : 0, Number.isFinite(wanted) ? Math.min(wanted, 2 ** 31 - 1) : 0);
        timers.set(id, { task, values, interval: repeats ? milliseconds : undefined });
        native.startTimer(id, milliseconds, keepsAlive);
        return id;
    }

    function clear(id) {
        if (timers.delete(id)) native.stopTimer(id);
    }

    function fire(id) {
        const timer = timers.get(id);
        if (!timer) return;
        if (timer.interval === undefined) timers.delete(id);
        try {
            timer.task(...timer.values);
        } finally {
            if (timer.interval !== undefined && timers.has(id)) native.startTimer(id, timer.interval, true);
        }
    }

    define({
        setTimeout: (task, delay, ...values) => start(task, delay, { values }),
        setInterval: (task, delay, ...values) => start(task, delay, { repeats: true, values }),
        clearTimeout: clear,
        clearInterval: clear,
        reportError: (error) => native.reportError(error),
        queueMicrotask: (task) => {
            if (typeof task !== "function") throw new TypeError("queueMicrotask wants a function");
            Promise.resolve().then(() => {
                try {
                    task();
                } catch (error) {
                    native.reportError(error);
                }
            });
        },
        performance: { now: () => native.now(), timeOrigin: Date.now() - native.now() },
        self: scope,
    });

    // -- Events and abort signals -------------------------------------------------------------------------------------

    class Event {
        #canceled = false;

        constructor(type, { cancelable = false } = {}) {
            this.type = String(type);
            this.cancelable = Boolean(cancelable);
            this.target = null;
            this.timeStamp = native.now();
        }

        preventDefault() {
            this.#canceled = this.cancelable;
        }

        get defaultPrevented() {
            return this.#canceled;
        }
    }

    class EventTarget {
        #listeners = [];

        addEventListener(type, listener, options) {
            const { once = false, signal } = typeof options === "object" && options !== null ? options : {};
            if (!listener || signal?.aborted) return;
            if (this.#listeners.some((entry) => entry.type === type && entry.listener === listener)) return;
            this.#listeners.push({ type, listener, once });
            signal?.addEventListener("abort", () => this.removeEventListener(type, listener));
        }

        removeEventListener(type, listener) {
            this.#listeners = this.#listeners.filter((entry) => entry.type !== type || entry.listener !== listener);
        }

        dispatchEvent(event) {
            event.target = this;
            for (const entry of this.#listeners.filter(({ type }) => type === event.type)) {
                if (!this.#listeners.includes(entry)) continue;
                if (entry.once) this.removeEventListener(entry.type, entry.listener);
                try {
                    if (typeof entry.listener === "function") entry.listener.call(this, event);
                    else entry.listener.handleEvent(event);
                } catch (error) {
                    native.reportError(error);
                }
            }
            return !event.defaultPrevented;
        }
    }

    class DOMException extends Error {
        constructor(message = "", name = "Error") {
            super(message);
            Object.defineProperty(this, "name", { value: String(name), configurable: true });
        }
    }

    /** Proves that a signal is made here: scripts cannot construct one. */
    const key = Symbol("AbortSignal");

    class AbortSignal extends EventTarget {
        #aborted = false;
        #reason = undefined;
        onabort = null;

        constructor(proof) {
            super();
            if (proof !== key) throw new TypeError("Illegal constructor: use AbortController");
        }

        get aborted() {
            return this.#aborted;
        }

        get reason() {
            return this.#reason;
        }

        throwIfAborted() {
            if (this.#aborted) throw this.#reason;
        }

        /** Aborts, once. */
        static trigger(signal, reason = new DOMException("The operation was aborted.", "AbortError")) {
            if (signal.#aborted) return;
            signal.#aborted = true;
            signal.#reason = reason;
            const event = new Event("abort");
            if (typeof signal.onabort === "function") signal.addEventListener("abort", signal.onabort, { once: true });
            signal.dispatchEvent(event);
        }

        static abort(reason) {
            const signal = new AbortSignal(key);
            trigger(signal, reason);
            return signal;
        }

        static timeout(milliseconds) {
            const signal = new AbortSignal(key);
            const expire = () => trigger(signal, new DOMException("The operation timed out.", "TimeoutError"));
            // A time limit is nothing to wait for.
            start(expire, milliseconds, { keepsAlive: false });
            return signal;
        }

        static any(signals) {
            const sources = [...signals];
            const signal = new AbortSignal(key);
            const aborted = sources.find((source) => source.aborted);
            if (aborted) trigger(signal, aborted.reason);
            else for (const source of sources) {
                source.addEventListener("abort", () => trigger(signal, source.reason), { once: true });
            }
            return signal;
        }
    }

    // Not for scripts: only the controller that made a signal may abort it.
    const { trigger } = AbortSignal;
    delete AbortSignal.trigger;

    class AbortController {
        #signal = new AbortSignal(key);

        get signal() {
            return this.#signal;
        }

        abort(reason) {
            trigger(this.#signal, reason);
        }
    }

    define({ Event, EventTarget, DOMException, AbortSignal, AbortController });

    // -- Text coding --------------------------------------------------------------------------------------------------

    class TextEncoder {
        get encoding() {
            return "utf-8";
        }

        encode(text = "") {
            const bytes = [];
            for (const character of String(text).toWellFormed()) {
                const code = character.codePointAt(0);
                if (code < 0x80) bytes.push(code);
                else if (code < 0x800) bytes.push(0xc0 | code >> 6, 0x80 | code & 63);
                else if (code < 0x10000) bytes.push(0xe0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63);
                else bytes.push(0xf0 | code >> 18, 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63, 0x80 | code & 63);
            }
            return Uint8Array.from(bytes);
        }
    }

    /** What the first byte of a UTF-8 sequence says: its length, and the second byte's range (Unicode, table 3-7). */
    function sequence(lead) {
        if (lead >= 0xc2 && lead <= 0xdf) return { more: 1, bits: lead & 0x1f, low: 0x80, high: 0xbf };
        if (lead >= 0xe0 && lead <= 0xef) {
            return { more: 2, bits: lead & 0xf, low: lead === 0xe0 ? 0xa0 : 0x80, high: lead === 0xed ? 0x9f : 0xbf };
        }
        if (lead >= 0xf0 && lead <= 0xf4) {
            return { more: 3, bits: lead & 7, low: lead === 0xf0 ? 0x90 : 0x80, high: lead === 0xf4 ? 0x8f : 0xbf };
        }
        return undefined;
    }

    class TextDecoder {
        #fatal;

        constructor(label = "utf-8", { fatal = false } = {}) {
            if (!/^utf-?8$/i.test(String(label).trim())) throw new RangeError(`TextDecoder: only utf-8, not ${label}`);
            this.#fatal = Boolean(fatal);
        }

        get encoding() {
            return "utf-8";
        }

        decode(buffer = new Uint8Array()) {
            const bytes = ArrayBuffer.isView(buffer)
                ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
                : new Uint8Array(buffer);
            const parts = [];
            let index = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
            while (index < bytes.length) {
                const [code, next] = this.#next(bytes, index);
                parts.push(String.fromCodePoint(code));
                index = next;
            }
            return parts.join("");
        }

        #next(bytes, start) {
            let index = start + 1;
            if (bytes[start] < 0x80) return [bytes[start], index];
            let { more, bits, low, high } = sequence(bytes[start]) ?? { more: -1 };
            for (; more > 0 && bytes[index] >= low && bytes[index] <= high; more--, index++) {
                bits = bits << 6 | bytes[index] & 63;
                [low, high] = [0x80, 0xbf];
            }
            if (more === 0) return [bits, index];
            if (this.#fatal) throw new TypeError(`TextDecoder: no UTF-8 at byte ${start}`);
            return [0xfffd, index];
        }
    }

    // -- Structured clones --------------------------------------------------------------------------------------------

    function clone(value, copies) {
        if (typeof value === "function" || typeof value === "symbol") {
            throw new DOMException(`${String(value)} could not be cloned.`, "DataCloneError");
        }
        if (typeof value !== "object" || value === null) return value;
        if (copies.has(value)) return copies.get(value);
        const copy = emptyCopy(value);
        copies.set(value, copy);
        if (value instanceof Map) value.forEach((inner, name) => copy.set(clone(name, copies), clone(inner, copies)));
        else if (value instanceof Set) value.forEach((inner) => copy.add(clone(inner, copies)));
        else if (Array.isArray(value) || isPlain(value)) {
            for (const name of Object.keys(value)) {
                // Not `copy[name] =`, which for `__proto__` would set the prototype.
                const member = { writable: true, enumerable: true, configurable: true };
                Object.defineProperty(copy, name, { ...member, value: clone(value[name], copies) });
            }
        }
        return copy;
    }

    function isPlain(value) {
        return Object.prototype.toString.call(value) === "[object Object]";
    }

    function emptyCopy(value) {
        if (Array.isArray(value)) return new Array(value.length);
        if (value instanceof Map) return new Map();
        if (value instanceof Set) return new Set();
        if (value instanceof Date) return new Date(value.getTime());
        if (value instanceof RegExp) return new RegExp(value.source, value.flags);
        if (value instanceof ArrayBuffer) return value.slice(0);
        if (value instanceof DataView) return new DataView(value.buffer.slice(0), value.byteOffset, value.byteLength);
        if (ArrayBuffer.isView(value)) return value.slice();
        if (value instanceof Error) {
            const known = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
            return new (known[value.name] ?? Error)(value.message);
        }
        if (isPlain(value)) return {};
        throw new DOMException("A value of this type could not be cloned.", "DataCloneError");
    }

    define({ TextEncoder, TextDecoder, structuredClone: (value) => clone(value, new Map()) });

    return fire;
};
