// A tour of all the ways to call a command. It ends with status 0 if everything came back as it should.
//
//     qc run Sources/Apps/CommandTour --headless

/** A list in a list in a list …: deeper than a message may be. */
function nested(depth) {
    return depth === 0 ? [] : [nested(depth - 1)];
}

async function callAndAwait() {
    tour.chapter("qc.call: one request, one promise");
    const device = await qc.call("sendDeviceDescription", { as: "object" });
    tour.show('qc.call("sendDeviceDescription", { as: "object" })', device, typeof device.systemName === "string");
    const list = await qc.call("sendDeviceDescription");
    tour.show('qc.call("sendDeviceDescription")', list, Array.isArray(list) && list.length === 9);
    const nothing = await qc.call("logMessage", "one parameter: a string");
    tour.show('qc.call("logMessage", "one parameter: …")', nothing, nothing === null);
    await qc.call("logMessage", ["a list is the parameters: message, level", "notice"]);
    await qc.call("logMessage", [{ or: "any value", even: [1, 2.5, null] }, "warning"]);
    await qc.call("logMessage", ["two\nlines, a \0, \"quotes\" and 👩‍🚀 stay one entry", "info"]);
}

async function exactNumbers() {
    tour.chapter("Whole numbers beyond 2^53");
    const { memory } = await qc.call("sendDeviceDescription", { as: "object" }, { bigint: true });
    tour.show("memory, in bytes", memory, memory > 0);
    const logged = await qc.call("logMessage", [[2n ** 64n - 1n, -(2n ** 63n)], "info"]);
    tour.show('qc.call("logMessage", [[2n ** 64n - 1n, …]])', logged, logged === null);
}

async function manyAtOnce() {
    tour.chapter("Many at once");
    const calls = Array.from({ length: 1000 }, () => qc.call("sendDeviceDescription", "array"));
    const replies = await Promise.all(calls);
    const isSame = replies.every((reply) => JSON.stringify(reply) === JSON.stringify(replies[0]));
    tour.show("1000 calls in parallel", `${replies.length} replies`, replies.length === 1000 && isSame);
}

async function cancelAndTimeOut() {
    tour.chapter("Signals, time limits, progress");
    const before = AbortSignal.abort("changed my mind");
    await tour.refused("a signal that is aborted already", () => qc.call("logMessage", "never", { signal: before }), "CANCELLED");
    const controller = new AbortController();
    const options = { signal: controller.signal, timeout: 10_000, onProgress: (value) => console.log("progress", value) };
    const reply = await qc.call("sendDeviceDescription", undefined, options);
    controller.abort();
    tour.show("a signal, a time limit and a listener that are not needed", `${reply.length} values`, reply.length === 9);
}

async function errors() {
    tour.chapter("Errors have a code, and a message that says what to do");
    await tour.refused('qc.call("logMesage")', () => qc.call("logMesage", "x"), "UNKNOWN_COMMAND");
    await tour.refused('qc.call("")', () => qc.call(""), "BAD_COMMAND");
    await tour.refused('qc.call("default")', () => qc.call("default"), "BAD_COMMAND");
    await tour.refused('qc.call("logMessage")', () => qc.call("logMessage"), "INVALID_PARAMETERS");
    await tour.refused('qc.call("logMessage", ["x", "loud"])', () => qc.call("logMessage", ["x", "loud"]), "INVALID_PARAMETERS");
    await tour.refused("a list 600 deep", () => qc.call("logMessage", nested(600)), "TOO_DEEP");
    const long = "x".repeat(1_000_000);
    await tour.refused("a message longer than app.json allows", () => qc.call("logMessage", long), "TOO_LARGE");
}

async function whatCannotTravel() {
    tour.chapter("What cannot travel is refused before it is sent, by its place");
    const cycle = { list: [] };
    cycle.list.push(cycle);
    const bad = { function: { items: [0, () => 1] }, cycle, bytes: new Uint8Array(1), large: 2n ** 64n, text: "\ud800" };
    for (const [name, data] of Object.entries(bad)) {
        await tour.refused(name, async () => qc.call("logMessage", { [name]: data }), "TypeError");
    }
}

function commandsOfThePage() {
    tour.chapter("handleRequest: commands that the page serves itself");
    const heard = [];
    mapCommandToValCF("greet", ([name]) => name !== "nobody");
    mapCommandToBCF("greet", ([name]) => `Hello ${name}`);
    mapCommandToVCF("greet", ([greeting], parameters) => heard.push([greeting, ...parameters]));
    mapCommandToVCF("fail", () => { throw new Error("no view today"); });
    mapCommandToECF("fail", (message) => heard.push(message));
    handleRequest("greet", ["World"]);
    handleJSONRequest("greet", '["JSON"]');
    handleRequest("greet", ["nobody"]);
    handleRequest("fail");
    tour.show("what the functions saw; the stopped request is not there", heard, heard.length === 3);
}

function fireAndForget() {
    tour.chapter("makeCall: as in 2008, without a reply and in order");
    makeCall("logMessage", JSON.stringify(["makeCall with JSON text", "info"]));
    makeCall("logMessage", ["makeCall with parameters: 100% & more", "info"]);
    canSend = false;
    makeCall("logMessage", ["held back until canSend is true", "info"]);
    const held = messages.length;
    canSend = true;
    tour.show("messages held, then sent", `${held}, then ${messages.length}`, held === 1 && messages.length === 0);
}

async function everyWay() {
    await callAndAwait();
    await exactNumbers();
    await manyAtOnce();
    await cancelAndTimeOut();
    await errors();
    await whatCannotTravel();
    commandsOfThePage();
    fireAndForget();
    console.log(tour.failures === 0 ? "\nAll came back as it should." : `\n${tour.failures} came back WRONG.`);
    qc.exit(tour.failures === 0 ? 0 : 1);
}

everyWay();
