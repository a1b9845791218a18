// The console of a script that runs without a browser, and the report of errors that nobody caught. Values look as they
// do in Node. Evaluates to a function of the host's native functions: `print(toStandardError, text)`.
(native) => {
    "use strict";

    const deepest = 2;
    const longestLine = 76;
    const mostElements = 100;

    // -- Where an error happened --------------------------------------------------------------------------------------

    /** The frames of a JavaScriptCore stack ("name@file:line:column") that lie in the app's own files. */
    function frames(error) {
        const lines = typeof error?.stack === "string" ? error.stack.split("\n") : [];
        return lines
            .map((line) => /^(?:(.*)@)?(.+):(\d+):(\d+)$/.exec(line))
            .filter((match) => match && !match[2].startsWith("qc:"))
            .map(([, name = "", file, line, column]) => ({ name, file, line, column }));
    }

    function stackText(error) {
        return frames(error).map(({ name, file, line, column }) => {
            const place = `${file}:${line}:${column}`;
            return name === "" ? `\n    at ${place}` : `\n    at ${name} (${place})`;
        }).join("");
    }

    /** "file:line:column: " of the innermost place known, or as much of it as there is. */
    function placeText(error) {
        const [top] = frames(error);
        if (top) return `${top.file}:${top.line}:${top.column}: `;
        const isKnown = typeof error?.sourceURL === "string" && !error.sourceURL.startsWith("qc:");
        return isKnown ? `${error.sourceURL}:${error.line}: ` : "";
    }

    function headline(error) {
        const name = String(error.name ?? "Error");
        const message = String(error.message ?? "");
        return message === "" ? name : `${name}: ${message}`;
    }

    /** Members that JavaScriptCore itself puts on errors, or that the headline shows. */
    const usual = new Set(["stack", "line", "column", "sourceURL", "message", "name", "cause", "errors"]);

    function errorText(error, depth, seen) {
        const more = Reflect.ownKeys(error).filter((key) => !usual.has(key));
        let text = headline(error) + stackText(error);
        if (more.length > 0) text += " " + group("{", more.map((key) => memberText(error, key, depth, seen)), "}");
        if (error.cause !== undefined) text += `\n  [cause]: ${inspect(error.cause, depth + 1, seen)}`;
        for (const inner of error.errors ?? []) text += `\n  [error]: ${inspect(inner, depth + 1, seen)}`;
        return text;
    }

    // -- What a value looks like --------------------------------------------------------------------------------------

    function quote(text) {
        const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") ? "`" : "'";
        const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
        return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
    }

    function functionText(value) {
        const isClass = /^class\b/.test(Function.prototype.toString.call(value));
        if (isClass) return `[class ${value.name || "(anonymous)"}]`;
        return value.name ? `[Function: ${value.name}]` : "[Function (anonymous)]";
    }

    function inspect(value, depth, seen) {
        switch (typeof value) {
            case "string": return quote(value);
            case "bigint": return `${value}n`;
            case "function": return functionText(value);
            case "object": return value === null ? "null" : objectText(value, depth, seen);
            default: return Object.is(value, -0) ? "-0" : String(value);
        }
    }

    function objectText(value, depth, seen) {
        if (seen.includes(value)) return "[Circular]";
        if (value instanceof Error) return errorText(value, depth, [...seen, value]);
        if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
        if (value instanceof RegExp) return String(value);
        const name = typeName(value);
        if (depth > deepest) return `[${name || "Object"}]`;
        return contents(value, name, depth + 1, [...seen, value]);
    }

    function typeName(value) {
        const prototype = Object.getPrototypeOf(value);
        if (prototype === null) return "Object: null prototype";
        const name = prototype.constructor?.name;
        return typeof name === "string" ? name : "";
    }

    function contents(value, name, depth, seen) {
        const show = (inner) => inspect(inner, depth, seen);
        if (Array.isArray(value)) {
            const prefix = name === "Array" ? "" : `${name}(${value.length}) `;
            return prefix + group("[", elements(value, show), "]");
        }
        if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
            return `${name}(${value.length}) ${group("[", elements(value, show), "]")}`;
        }
        if (value instanceof Map) {
            const pairs = [...value].map(([key, inner]) => `${show(key)} => ${show(inner)}`);
            return `${name}(${value.size}) ${group("{", pairs, "}")}`;
        }
        if (value instanceof Set) return `${name}(${value.size}) ${group("{", [...value].map(show), "}")}`;
        const keys = Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
        const members = keys.map((key) => memberText(value, key, depth, seen));
        return (name === "Object" || name === "" ? "" : `${name} `) + group("{", members, "}");
    }

    function elements(list, show) {
        const texts = Array.prototype.map.call(Array.prototype.slice.call(list, 0, mostElements), show);
        // Holes stay holes in `map`; they are shown as undefined.
        const shown = Array.from(texts, (text) => text ?? "undefined");
        if (list.length > mostElements) shown.push(`... ${list.length - mostElements} more`);
        return shown;
    }

    function memberText(object, key, depth, seen) {
        const name = typeof key === "symbol" ? `[${String(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
        const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {};
        const accessor = get && set ? "[Getter/Setter]" : get ? "[Getter]" : set ? "[Setter]" : undefined;
        return `${name}: ${accessor ?? inspect(value, depth, seen)}`;
    }

    function group(open, parts, close) {
        if (parts.length === 0) return open + close;
        const line = `${open} ${parts.join(", ")} ${close}`;
        if (line.length <= longestLine && !line.includes("\n")) return line;
        return `${open}\n${parts.map((part) => "  " + part.replaceAll("\n", "\n  ")).join(",\n")}\n${close}`;
    }

    // -- console ------------------------------------------------------------------------------------------------------

    function directive(letter, value) {
        switch (letter) {
            case "s": return typeof value === "string" ? value : inspect(value, deepest, []);
            case "d": return typeof value === "bigint" ? `${value}n` : String(typeof value === "object" ? NaN : +value);
            case "i": return typeof value === "bigint" ? `${value}n` : String(parseInt(value, 10));
            case "f": return String(parseFloat(value));
            case "j": return JSON.stringify(value);
            case "c": return "";
            default: return inspect(value, 0, []);
        }
    }

    function format(values) {
        let rest = values;
        let text = "";
        if (typeof values[0] === "string") {
            rest = values.slice(1);
            text = values.length === 1 ? values[0] : values[0].replace(/%([sdifjoOc%])/g, (whole, letter) => {
                if (letter === "%") return "%";
                return rest.length > 0 ? directive(letter, rest.shift()) : whole;
            });
            if (rest.length > 0) text += " ";
        }
        return text + rest.map((value) => (typeof value === "string" ? value : inspect(value, 0, []))).join(" ");
    }

    let indentation = "";

    function print(toStandardError, values) {
        let text;
        try {
            text = format(values);
        } catch (error) {
            // A proxy's trap or a hostile toString; printing must never be what fails.
            text = "[a value that cannot be shown]";
        }
        write(toStandardError, indentation + text.replaceAll("\n", "\n" + indentation));
    }

    /** Prints one line. UTF-8 cannot say a lone surrogate, and JavaScriptCore would end the text there. */
    function write(toStandardError, text) {
        native.print(toStandardError, `${text}\n`.toWellFormed());
    }

    const counts = new Map();
    const starts = new Map();
    const output = (...values) => print(false, values);
    const warning = (...values) => print(true, values);

    Object.assign(console, {
        log: output,
        info: output,
        debug: output,
        warn: warning,
        error: warning,
        dir: (value) => print(false, [inspect(value, 0, [])]),
        trace: (...values) => print(true, [`Trace: ${format(values)}${stackText(new Error())}`]),
        assert: (condition, ...values) => {
            if (!condition) print(true, values.length === 0 ? ["Assertion failed"] : ["Assertion failed:", ...values]);
        },
        count: (label = "default") => {
            counts.set(label, (counts.get(label) ?? 0) + 1);
            print(false, [`${label}: ${counts.get(label)}`]);
        },
        countReset: (label = "default") => counts.delete(label),
        time: (label = "default") => starts.set(label, native.now()),
        timeLog: (label = "default") => print(false, [`${label}: ${(native.now() - starts.get(label)).toFixed(3)} ms`]),
        timeEnd: (label = "default") => {
            console.timeLog(label);
            starts.delete(label);
        },
        group: (...values) => {
            if (values.length > 0) output(...values);
            indentation += "  ";
        },
        groupEnd: () => {
            indentation = indentation.slice(2);
        },
    });
    console.groupCollapsed = console.group;
    console.table = console.log;

    /**
     * Prints an error that nobody caught: its place first, as compilers do, then what it is and its stack. `where` is
     * the file that ran, for what is thrown without being an Error and so knows no place.
     */
    function reportUncaught(kind, error, where) {
        const place = placeText(error) || (where ? `${where}: ` : "");
        const text = error instanceof Error ? errorText(error, 0, [error]) : inspect(error, 0, []);
        write(true, `${place}${kind}${text}`);
    }

    return reportUncaught;
};
