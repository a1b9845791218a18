// QuickConnect for JavaScript: how a page or script calls commands that plugins serve, and answers those that native
// code sends it. One file, ES2020, no build step; it runs in a web view, in bare JavaScriptCore and in any browser.
//
//     const info = await qc.call("sendDeviceDescription");
//     makeCall("logMessage", JSON.stringify("hello"));                 // as in 2008: no reply
//     mapCommandToVCF("showLoc", (data, [latitude, longitude]) => …);  // a command for the page itself
//
// The host offers its transport as the global `__quickconnect`, taken and removed before any other script runs:
//
//     connect({reply(id, json), progress(id, json), event(name, json), request(command, json)})
//                         once, at start: whom to tell what arrives
//     send(id, text, wantsReply, wantsProgress)
//                         a message (URL form or JSON envelope); returns the reply's JSON if it is there at once
//     cancel(id)          the caller wants no reply any more
//     listen(name, on)    whether anybody wants the events of this name
//     exit(status)        optional: ends the program
//
// Data always travels as an argument, never as source text.
(() => {
    "use strict";

    const scope = globalThis;
    const transport = scope.__quickconnect;
    delete scope.__quickconnect;
    if (typeof scope.qc?.call === "function") return;

    // -- Errors -------------------------------------------------------------------------------------------------------

    /** Why a call failed: an error reply of the native side, or one of this file's own with the same codes. */
    class QCError extends Error {
        constructor(code, message, details = {}) {
            super(message, "cause" in details ? { cause: details.cause } : undefined);
            this.code = code;
            for (const key of ["stage", "object", "data"]) if (details[key] != null) this[key] = details[key];
        }

        get name() { return "QCError"; }
    }

    /** Gives `error` the stack of the place that made the call; the place where a reply arrives says nothing. */
    function blame(error, site) {
        const stack = String(site.stack ?? "");
        // V8 begins a stack with the error's name; JavaScriptCore does not.
        const value = stack.replace(/^Error/, `${error.name}: ${error.message}`);
        return Object.defineProperty(error, "stack", { value, configurable: true, writable: true });
    }

    /** Tells the host of an error that nobody catches. */
    const report = (error) => (scope.reportError ?? console.error)(error);

    /** Runs a listener. What it throws is not the caller's affair. */
    function guard(task) {
        try {
            task();
        } catch (error) {
            report(error);
        }
    }

    // -- JSON out -----------------------------------------------------------------------------------------------------

    const deepest = 1024;
    const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

    /** True if `text` holds no lone surrogate, which UTF-8 cannot say. */
    const isWellFormed = String.prototype.isWellFormed
        ? (text) => text.isWellFormed()
        : (text) => !/\p{Surrogate}/u.test(text);

    /** Marks the errors that already name their place. */
    const named = new WeakSet();

    /**
     * Writes one value as JSON.
     *
     * As `JSON.stringify` does, it calls `toJSON`, leaves out undefined members, and makes undefined elements null.
     * Otherwise nothing is lost in silence: a BigInt of 64 bits is written as digits, -0 keeps its sign, NaN and
     * infinity become null with a warning on the console, and what else JSON cannot say is a TypeError that names
     * the place.
     */
    class Writer {
        /** `name` is what the caller calls the whole value: "data". */
        constructor(name) {
            this.name = name;
            this.path = [];
            this.ancestors = new Set();
        }

        /** The JSON of `value`, or undefined if there is nothing to write. */
        encode(value) {
            try {
                return this.write(value);
            } catch (error) {
                if (named.has(error)) throw error;
                // A getter, a toJSON or a proxy threw; the path still shows where.
                throw new TypeError(`${this.place()}: cannot be read: ${error?.message ?? error}`, { cause: error });
            }
        }

        place() {
            const step = (key) => (identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
            return this.name + this.path.map(step).join("");
        }

        refuse(reason) {
            const error = new TypeError(`${this.place()}: ${reason}`);
            named.add(error);
            throw error;
        }

        write(value) {
            switch (typeof value) {
                case "string": return this.string(value);
                case "number": return this.number(value);
                case "boolean": return value ? "true" : "false";
                case "bigint": return this.bigint(value);
                case "undefined": return undefined;
                case "object": return value === null ? "null" : this.object(value);
                default: return this.refuse(`a ${typeof value} cannot travel to native code`);
            }
        }

        string(text) {
            if (!isWellFormed(text)) this.refuse("a string with a lone surrogate cannot travel; see toWellFormed");
            return JSON.stringify(text);
        }

        number(value) {
            if (Number.isFinite(value)) return Object.is(value, -0) ? "-0.0" : String(value);
            console.warn(`${this.place()}: ${value} is sent as null`);
            return "null";
        }

        bigint(value) {
            const fits = value >= -(2n ** 63n) && value < 2n ** 64n;
            return fits ? String(value) : this.refuse("a BigInt must fit in 64 bits; send it as a string");
        }

        object(value) {
            if (this.ancestors.has(value)) this.refuse("a cycle cannot travel: this object holds itself");
            if (this.ancestors.size >= deepest) this.refuse(`data may be ${deepest} objects deep at most`);
            this.ancestors.add(value);
            const text = this.members(value);
            this.ancestors.delete(value);
            return text;
        }

        members(value) {
            if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
                this.refuse("bytes cannot travel in a message; send an array of numbers or Base64 text");
            }
            if (typeof value.toJSON === "function") return this.write(value.toJSON(String(this.path.at(-1) ?? "")));
            if (Array.isArray(value)) return this.array(value);
            const kind = Object.prototype.toString.call(value).slice(8, -1);
            if (kind === "Object") return this.plain(value);
            if (["Number", "String", "Boolean", "BigInt"].includes(kind)) return this.write(value.valueOf());
            return this.refuse(`a value of type ${kind} cannot travel; send plain objects and arrays`);
        }

        array(value) {
            let text = "[";
            for (let index = 0; index < value.length; index++) {
                this.path.push(index);
                text += (index > 0 ? "," : "") + (this.write(value[index]) ?? "null");
                this.path.pop();
            }
            return text + "]";
        }

        plain(value) {
            let text = "{";
            for (const key of Object.keys(value)) {
                this.path.push(key);
                const member = this.write(value[key]);
                if (member !== undefined) text += `${text.length > 1 ? "," : ""}${this.string(key)}:${member}`;
                this.path.pop();
            }
            return text + "}";
        }
    }

    const encode = (value, name) => new Writer(name).encode(value);

    // -- JSON in ------------------------------------------------------------------------------------------------------

    /** Whether `JSON.parse` tells its reviver how a number was written. */
    const seesSource = JSON.parse("1", (key, value, context) => context?.source) === "1";

    /** Makes a BigInt of a whole number that a Number cannot hold exactly. */
    function exactInteger(key, value, { source }) {
        const isInexact = typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
        return isInexact ? BigInt(source) : value;
    }

    const decode = (json, bigint) => (bigint ? JSON.parse(json, exactInteger) : JSON.parse(json));

    // -- Calls --------------------------------------------------------------------------------------------------------

    /** What waits for a reply, by id. An id is never used twice, so a late reply finds nothing. */
    const pending = new Map();
    let lastId = 0;

    /** The JSON of a command's or event's name. */
    function checkName(name, what) {
        if (typeof name !== "string") throw new TypeError(`${what}: a string is wanted, not ${typeof name}`);
        return encode(name, what);
    }

    function checkOptions(options) {
        const { signal, onProgress, timeout, bigint = false } = options ?? {};
        const want = (holds, message) => { if (!holds) throw new TypeError(message); };
        const isTime = typeof timeout === "number" && timeout > 0 && timeout < 2 ** 32;
        want(signal === undefined || signal?.addEventListener, "signal: an AbortSignal is wanted");
        want(onProgress === undefined || typeof onProgress === "function", "onProgress: a function is wanted");
        want(timeout === undefined || isTime, "timeout: milliseconds above 0 and below 2^32 are wanted");
        want(!bigint || seesSource, "bigint: this JavaScript engine cannot read numbers exactly");
        return { signal, onProgress, timeout, bigint };
    }

    /** A request in JSON form; `cmd` and, if there are any, `params` are JSON already. */
    function envelope(id, cmd, params, rest) {
        return `{"v":1,"id":${id},"cmd":${cmd}${params === undefined ? "" : `,"params":${params}`},${rest}}`;
    }

    /**
     * Calls a command and promises its value, or undefined if a command object stopped the request.
     *
     * `data`: an array is the list of parameters, anything else is the one parameter, undefined is none.
     * Options: `signal` cancels; `onProgress(value)` hears how far the command is; `timeout` is in milliseconds;
     * `bigint: true` makes BigInts of whole numbers beyond 2^53, which are rounded to Numbers otherwise.
     * Rejects with a QCError. What cannot travel is a mistake in the program: a TypeError, thrown at once.
     */
    function call(command, data, options) {
        const cmd = checkName(command, "command");
        const params = encode(data, "data");
        const { signal, onProgress, timeout, bigint } = checkOptions(options);
        const rest = `"reply":true${timeout === undefined ? "" : `,"timeout":${Math.ceil(timeout)}`}`;
        const site = new Error();
        return new Promise((resolve, rejectPromise) => {
            const reject = (error) => rejectPromise(blame(error, site));
            const cancel = () => reject(new QCError("CANCELLED", `${command}: cancelled`, { cause: signal.reason }));
            if (signal?.aborted) return cancel();
            const id = ++lastId;
            const onAbort = () => {
                take(id);
                transport.cancel(id);
                cancel();
            };
            signal?.addEventListener("abort", onAbort);
            const entry = { command, onProgress, bigint, signal, onAbort, resolve, reject };
            post(id, entry, envelope(id, cmd, params, rest));
        });
    }

    /** Hands a message to the transport, and settles it at once if the reply is there already. */
    function post(id, entry, text) {
        pending.set(id, entry);
        let json;
        try {
            if (!transport) throw new Error("this page has no native side; run it with qc run");
            json = transport.send(id, text, Boolean(entry.onAbort), Boolean(entry.onProgress));
        } catch (error) {
            return take(id)?.reject(new QCError("UNAVAILABLE", error.message, { cause: error }));
        }
        if (json !== undefined) receiveReply(id, json);
    }

    /** Removes and returns what waits for the reply with this id, if anything still does. */
    function take(id) {
        const entry = pending.get(id);
        pending.delete(id);
        entry?.signal?.removeEventListener("abort", entry.onAbort);
        return entry;
    }

    function receiveReply(id, json) {
        const entry = take(id);
        if (!entry) return;
        try {
            const reply = decode(json, entry.bigint);
            const has = (key) => Object.hasOwn(reply, key); // A script may have given all objects more members.
            for (const warning of has("warnings") ? reply.warnings : []) console.warn(`${entry.command}:`, warning);
            if (has("ok")) entry.resolve(reply.ok);
            else if (has("stop")) entry.resolve(undefined);
            else entry.reject(new QCError(reply.error.code, reply.error.message, reply.error));
        } catch (error) {
            entry.reject(new QCError("INTERNAL", `${entry.command}: the reply cannot be read`, { cause: error }));
        }
    }

    function receiveProgress(id, json) {
        const { onProgress, bigint } = pending.get(id) ?? {};
        if (onProgress) guard(() => onProgress(decode(json, bigint)));
    }

    // -- makeCall, and its queue --------------------------------------------------------------------------------------

    /** Messages that were not handed over yet, oldest first. */
    const messages = [];
    let canSend = true;
    let storeMessage = false;

    /** Beyond this, a URL would come near to the limit of one; the message goes as JSON instead, so it must be JSON. */
    const longestURL = 1_000_000;

    function makeMessage(command, message) {
        const cmd = checkName(command, "command");
        const text = typeof message === "string" ? message : encode(message, "parameters");
        if (text === undefined) return `cmd=${encodeURIComponent(command)}`;
        if (!isWellFormed(text)) throw new TypeError("message: a string with a lone surrogate cannot travel");
        const url = `cmd=${encodeURIComponent(command)}&msg=${encodeURIComponent(text)}`;
        if (url.length <= longestURL) return url;
        JSON.parse(text);
        return envelope(0, cmd, text, '"reply":false');
    }

    /**
     * Calls a command without waiting for anything: the original's way. `message` is JSON text, as the original had it,
     * or the parameters themselves. Calls reach native code in their order, none is lost; what goes wrong there is a
     * warning on the console. While `canSend` is false or `storeMessage` true they wait in `messages`.
     */
    function makeCall(command, message) {
        messages.push(makeMessage(command, message));
        sendMessages();
    }

    function sendMessages() {
        while (canSend && !storeMessage && messages.length > 0) {
            const message = messages.shift();
            const reject = (error) => console.warn(`makeCall: ${error.code}: ${error.message}`);
            const entry = { command: "makeCall", resolve() {}, reject };
            post(++lastId, entry, message.startsWith("{") ? message : `call?${message}`);
        }
    }

    const queue = {
        messages: { get: () => messages },
        canSend: { get: () => canSend, set: (value) => sendMessages((canSend = Boolean(value))) },
        storeMessage: { get: () => storeMessage, set: (value) => sendMessages((storeMessage = Boolean(value))) },
    };

    // -- The page's own front controller ------------------------------------------------------------------------------

    /** What a function returns to end the request: no function after it runs. */
    const STACK_EXIT = "ExIt_StAcK";
    const STACK_CONTINUE = true;

    /** Functions by command, for each stage. Maps, so that no command name is special, as `__proto__` would be. */
    const validation = new Map();
    const business = new Map();
    const view = new Map();
    const failure = new Map();

    function mapping(stage) {
        return (command, controlFunction) => {
            checkName(command, "command");
            if (typeof controlFunction !== "function") throw new TypeError(`${command}: a function is wanted`);
            stage.set(command, [...(stage.get(command) ?? []), controlFunction]);
        };
    }

    /** Those of `default`, which run for every command, and then the command's own, in the order of their mapping. */
    function functions(stage, command) {
        const own = command === "default" ? [] : stage.get(command) ?? [];
        return [...(stage.get("default") ?? []), ...own];
    }

    /** The stages of one request. Yields what each function returned, perhaps a promise, and is sent its value. */
    function* stages(command, parameters) {
        for (const validate of functions(validation, command)) {
            const answer = yield validate(parameters);
            if (answer === false || answer === "stop" || answer === STACK_EXIT) return;
        }
        const data = [];
        for (const work of functions(business, command)) {
            const answer = yield work(parameters, data);
            if (answer === STACK_EXIT) return;
            data.push(answer);
        }
        for (const show of functions(view, command)) {
            const answer = yield show(data, parameters);
            if (answer === "stop" || answer === STACK_EXIT) return;
        }
    }

    /** Runs stages until they end or must wait for a promise. */
    function advance(request, step, input) {
        try {
            for (let next = request.stages[step](input); !next.done; next = request.stages.next(next.value)) {
                if (typeof next.value?.then !== "function") continue;
                const [go, fail] = ["next", "throw"].map((step) => (value) => advance(request, step, value));
                next.value.then(go, fail);
                return;
            }
        } catch (error) {
            handleError(request.command, String(error?.message ?? error), request.parameters, error);
        }
    }

    /**
     * Runs a command that the page itself serves: validation, business, view. A business function is called with
     * `(parameters, data)`, where `data` is the list of what those before it returned; a view function with
     * `(data, parameters)`. Functions may be async. One that throws ends its own request only: the error functions of
     * the command get `(message, parameters, error)`, and where there are none the error counts as uncaught.
     */
    function handleRequest(command, parameters) {
        const given = parameters ?? [];
        if (command === "default" || ![validation, business, view].some((stage) => stage.has(command))) {
            console.warn(`handleRequest: nothing is mapped to "${command}"; map it with mapCommandToVCF`);
        }
        advance({ command, parameters: given, stages: stages(command, given) }, "next");
    }

    /** As `handleRequest`, with the parameters as JSON text: how native code calls the page. */
    function handleJSONRequest(command, json) {
        let parameters = json;
        try {
            if (typeof json === "string") parameters = json.trim() === "" ? [] : JSON.parse(json);
        } catch (error) {
            return handleError(command, `BAD_JSON: ${error.message}`, json, error);
        }
        handleRequest(command, parameters);
    }

    /** Runs the error functions of a command. */
    function handleError(command, message, parameters, error = new Error(message)) {
        const list = functions(failure, command);
        if (list.length === 0) report(error);
        let answer;
        for (const tell of list) {
            guard(() => (answer = tell(message, parameters, error)));
            if (answer === "stop" || answer === STACK_EXIT) return;
        }
    }

    // -- Events -------------------------------------------------------------------------------------------------------

    /** Listeners by event name, each with whether it is to be called once only. */
    const listeners = new Map();

    function listen(name, listener, once) {
        checkName(name, "event name");
        if (typeof listener !== "function") throw new TypeError(`${name}: a function is wanted`);
        const isFirst = !listeners.has(name);
        if (isFirst) listeners.set(name, new Map());
        listeners.get(name).set(listener, once);
        // Last: events that were held until now may arrive at once.
        if (isFirst) transport?.listen(name, true);
        return () => off(name, listener);
    }

    /** Calls `listener(value, name)` at each event of this name, or at the next; returns a function that ends it. */
    const on = (name, listener) => listen(name, listener, false);
    const once = (name, listener) => listen(name, listener, true);

    function off(name, listener) {
        const others = listeners.get(name);
        if (!others?.delete(listener) || others.size > 0) return;
        listeners.delete(name);
        transport?.listen(name, false);
    }

    function receiveEvent(name, json) {
        for (const [listener, once] of [...(listeners.get(name) ?? [])]) {
            if (once) off(name, listener);
            guard(() => listener(json === "" ? undefined : JSON.parse(json), name));
        }
    }

    // -- The interface ------------------------------------------------------------------------------------------------

    /** Ends the program with a status from 0 to 255, once the code that runs now has returned. */
    function exit(status = 0) {
        if (!transport?.exit) throw new QCError("UNAVAILABLE", "qc.exit: a script cannot end this host");
        if (!Number.isInteger(status) || status < 0 || status > 255) throw new TypeError("status: 0 to 255 is wanted");
        transport.exit(status);
    }

    // What the original had as globals stays global; `qc` has it too.
    const original = {
        makeCall, handleRequest, handleJSONRequest, handleError,
        mapCommandToValCF: mapping(validation),
        mapCommandToBCF: mapping(business),
        mapCommandToVCF: mapping(view),
        mapCommandToECF: mapping(failure),
    };
    const modern = { call, on, once, off, exit, QCError, STACK_CONTINUE, STACK_EXIT };

    for (const key of Object.keys(queue)) queue[key].configurable = true;
    Object.assign(scope, original);
    Object.defineProperties(scope, queue);
    scope.qc = Object.defineProperties(Object.assign(scope.qc ?? {}, original, modern), queue);

    transport?.connect({
        reply: receiveReply,
        progress: receiveProgress,
        event: receiveEvent,
        request: (command, json) => scope.handleJSONRequest(command, json),
    });
})();
