/// The QuickConnect plugin ABI, version 1.0.
///
/// A plugin is a shared library with one exported function, `qc_plugin_entry`, which describes what the library
/// holds: a table of command-object classes, and how to make and end the state that they share. Everything that
/// crosses between host and plugin is declared in this header, which stands alone: it needs C99 and nothing else.
///
/// How to read it:
/// - Each function states its thread in brackets.
///   - `[any]`: any thread, several at once.
///   - `[lifecycle]`: any thread, but never two at once for one plugin.
///   - `[class]`: as the class declares in `qc_class.thread`.
///   - `[owner]`: the thread on which the command object runs now. The object that is running owns the request; an
///     object that waits owns it until it completes its token, and may hand it from thread to thread meanwhile.
/// - Each pointer states its owner and its lifetime.
/// - Strings are UTF-8. A string with a length may hold NUL bytes and is followed by a NUL that is not counted; one
///   without a length ends at its NUL.
/// - No exception, `longjmp` or unwinding of any language may cross.
///
/// How it grows: a structure that begins with `size` may get more members at its end in a later minor version. Each side
/// fills in its own size, and reads no member that lies past the size it was given (`QC_HAS`). Members are never
/// removed or changed within a major version. Value kinds, stages, levels and flags that a side does not know are
/// passed on untouched. Everything optional is found by name and revision, as in `qc.log/1`: a change of meaning is a
/// new revision, and the old one stays.

#ifndef QUICKCONNECT_PLUGIN_H
#define QUICKCONNECT_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A plugin loads if its major version equals the host's and its minor version is not above the host's.
#define QC_ABI_MAJOR 1
#define QC_ABI_MINOR 0

/// Marks the one symbol that a plugin exports.
#define QC_EXPORT __attribute__((visibility("default")))

/// True if the structure `p` points to is large enough to hold `member`.
#define QC_HAS(p, member) \
    ((p)->size >= (uint32_t)((const char *)&(p)->member - (const char *)(p)) + (uint32_t)sizeof((p)->member))

/// Closed sets for this version; a host or plugin may meet others from a later one.
#define QC_ENUM(name) \
    typedef uint32_t name; \
    enum

// -- Handshake ---------------------------------------------------------------------------------------------------

/// The facts on which both sides must agree. 16 bytes on every machine this version supports; it never grows.
typedef struct qc_abi {
    /// `QC_ABI_MAJOR` of the side that fills it in.
    uint16_t major;
    /// `QC_ABI_MINOR` of the side that fills it in.
    uint16_t minor;
    /// `8 * sizeof(void *)`.
    uint16_t pointer_bits;
    /// 0.
    uint16_t reserved;
    /// The Swift release whose run-time library this side shares, as in "6.3"; NULL if it shares none.
    /// Static: lives as long as the process.
    const char *swift_release;
} qc_abi;

/// Why something was refused. The caller sets `size`, and zeroes the rest.
typedef struct qc_error {
    uint32_t size;
    uint32_t reserved;
    /// A code in upper case, as in "UNAVAILABLE". Owned by the callee, static.
    const char *code;
    /// One sentence that says what to do next. Owned by the callee; lives until the callee's next call on this thread.
    const char *message;
} qc_error;

// -- Values ------------------------------------------------------------------------------------------------------

/// What a value is.
QC_ENUM(qc_kind) {
    /// No value was given. Not a JSON value; as a result it means "go on without a value".
    QC_ABSENT = 0,
    QC_NULL = 1,
    QC_BOOLEAN = 2,
    /// A whole number from -2^63 to 2^63-1.
    QC_INTEGER = 3,
    /// A whole number from 2^63 to 2^64-1. Smaller ones are `QC_INTEGER`.
    QC_UNSIGNED = 4,
    QC_DOUBLE = 5,
    QC_STRING = 6,
    QC_ARRAY = 7,
    QC_OBJECT = 8,
    QC_BYTES = 9,
    QC_HANDLE = 10,
};

typedef struct qc_value qc_value;
typedef struct qc_member qc_member;
typedef struct qc_handle qc_handle;

/// A value: 16 bytes, copied by assignment. What it points to belongs to the request's arena (or, in an argument to the
/// host, to the caller for the length of the call) and is not copied with it.
struct qc_value {
    qc_kind kind;
    /// Bytes of a string or of bytes, elements of an array, members of an object; else 0.
    uint32_t length;
    union {
        bool boolean;
        int64_t integer;
        uint64_t unsigned_integer;
        double number;
        /// UTF-8, `length` bytes, followed by a NUL.
        const char *string;
        /// `length` values side by side.
        const qc_value *elements;
        /// `length` members side by side, in order of first appearance; no key twice.
        const qc_member *members;
        /// `length` bytes.
        const uint8_t *bytes;
        const qc_handle *handle;
        /// For kinds that this version does not know.
        uint64_t bits;
    } as;
};

/// One member of an object.
struct qc_member {
    /// Always a string.
    qc_value key;
    qc_value value;
};

/// A reference to an object that stays its owner's: a window, a file, a picture. A handle is borrowed: whoever wants it
/// past the request calls `retain`, and later `release` once for each `retain`. Both [any].
struct qc_handle {
    uint32_t size;
    uint32_t reserved;
    /// What `object` is, by name and revision, as in "qc.window/1". Lives as long as the handle.
    const char *type;
    /// The owner's. Its type and thread are what `type` says.
    void *object;
    void (*retain)(const qc_handle *handle);
    void (*release)(const qc_handle *handle);
};

// -- Requests ----------------------------------------------------------------------------------------------------

/// In which stage a class stands.
QC_ENUM(qc_stage) {
    QC_STAGE_VALIDATION = 0,
    QC_STAGE_BUSINESS = 1,
    QC_STAGE_VIEW = 2,
    QC_STAGE_ERROR = 3,
};

/// Where a request came from.
QC_ENUM(qc_caller) {
    /// C or Swift code in the host program.
    QC_CALLER_PROGRAM = 0,
    /// The command line.
    QC_CALLER_COMMAND_LINE = 1,
    /// A page or script of the app that runs.
    QC_CALLER_PAGE = 2,
    /// A page of another origin; `origin` names it.
    QC_CALLER_FOREIGN_PAGE = 3,
    /// HTTP; `origin` names the peer.
    QC_CALLER_HTTP = 4,
    /// Another command object, by the dispatch service.
    QC_CALLER_PLUGIN = 5,
};

/// The source of a request: what the original framework put at index 0 of the parameters.
typedef struct qc_source {
    uint32_t size;
    qc_caller caller;
    /// The window's number, from 1; 0 if there is none.
    uint64_t window;
    /// The page's number, from 1, never used twice in a process; 0 if there is none.
    uint64_t page;
    /// Scheme, host and port, as in "https://example.org"; the calling plugin's id; NULL if there is neither.
    const char *origin;
} qc_source;

/// A value that an earlier business object of this request gave.
typedef struct qc_result {
    /// The class that gave it.
    const char *class_name;
    qc_value value;
} qc_result;

/// The error of a request, as error command objects see it.
typedef struct qc_failure {
    uint32_t size;
    /// Where it happened; `object` is NULL if it was in no command object.
    qc_stage stage;
    const char *object;
    const char *code;
    const char *message;
    /// `QC_ABSENT` if there is none.
    qc_value data;
} qc_failure;

typedef struct qc_calls qc_calls;

/// One request, as a command object sees it. The host's; lives, with all it points to, until the object answers: until
/// it returns, or if it returned `QC_WAIT`, until its token is completed. Nothing in it may be written.
typedef struct qc_request {
    uint32_t size;
    uint32_t command_length;
    /// The command that the caller named. It holds no NUL.
    const char *command;
    /// The caller's parameters, from index 0.
    const qc_value *parameters;
    uint32_t parameter_count;
    uint32_t result_count;
    /// What business objects gave so far, in order.
    const qc_result *results;
    const qc_source *source;
    /// What an object may ask of its request. The host's; lives as long as the process.
    const qc_calls *calls;
    /// The error, for objects of the error stage, which cannot change it; else NULL.
    const qc_failure *failure;
    /// The host's; not for plugins.
    void *host_data;
} qc_request;

/// How a command object answers.
QC_ENUM(qc_outcome) {
    /// Go on; with `*result` as this object's value, if the object set it.
    QC_NEXT = 0,
    /// Run nothing more. No error: the reply says which object stopped.
    QC_STOP = 1,
    /// An error, which `qc_calls.fail` was told.
    QC_FAILED = 2,
    /// The answer comes later, through the token that `qc_calls.defer` gave. Only for classes with `QC_CLASS_MAY_WAIT`.
    QC_WAIT = 3,
};

/// A promise to answer later. Counted; made with a count of one.
typedef struct qc_token qc_token;

/// What an object may ask of its request.
struct qc_calls {
    uint32_t size;
    uint32_t reserved;

    /// Memory from the request's arena, aligned to 16 bytes, not zeroed; it lives until the request has its reply, and is
    /// not freed by hand. Values that an object gives as its result must lie in it or be static.
    /// NULL if the request's memory limit would be passed: answer `TOO_LARGE`. [owner]
    void *(*allocate)(const qc_request *request, size_t bytes);

    /// Notes the error with which this object answers, and returns `QC_FAILED` to be returned in turn. Everything is
    /// copied. `code` is one of the host's that a plugin may use or one that the manifest lists; any other becomes
    /// `PLUGIN_FAILED`, with the code in the message. `data` may be NULL. [owner]
    qc_outcome (*fail)(const qc_request *request, const char *code, const char *message, const qc_value *data);

    /// Begins a later answer. The object returns `QC_WAIT` next. NULL if the class lacks `QC_CLASS_MAY_WAIT` or already
    /// has a token in this call. [owner]
    qc_token *(*defer)(const qc_request *request);

    /// True once the caller has cancelled, its page has left, or its time has run out: the answer will be thrown away.
    /// [any] while the request lives.
    bool (*is_cancelled)(const qc_request *request);

    /// Tells the caller how far the request is. Copied; held for the caller in order, bounded. False if nobody listens.
    /// [owner]
    bool (*progress)(const qc_request *request, const qc_value *value);

    /// Adds one to a token's count. [any]
    void (*retain)(qc_token *token);

    /// Takes one from a token's count. If that was the last and the token was not completed, the request is answered with
    /// `PLUGIN_FAILED`. [any]
    void (*release)(qc_token *token);

    /// Answers: `outcome` is `QC_NEXT` (with `*value`, if not NULL), `QC_STOP` or, after `fail`, `QC_FAILED`. `*value` is
    /// copied, what it points to must lie in the arena. False, and nothing happens, if the token was completed before.
    /// From the moment of this call the request is no longer the object's. Following objects may run before this
    /// returns. It does not release the token. [any]
    bool (*complete)(qc_token *token, qc_outcome outcome, const qc_value *value);

    /// Sets what to call when the request is cancelled: at most once, on any thread, at once if it is already cancelled,
    /// possibly while `complete` runs elsewhere. `release_context` is called exactly once, when `cancelled` can no longer be
    /// called. Only the first call for a token counts; a later one releases its context and returns false. [any]
    bool (*on_cancel)(qc_token *token, void (*cancelled)(void *context), void *context,
                      void (*release_context)(void *context));
};

// -- Classes -----------------------------------------------------------------------------------------------------

/// On which thread a class runs.
QC_ENUM(qc_thread) {
    /// One call at a time for this plugin in each controller, on any thread; until the object's answer, if it waits.
    QC_THREAD_SERIAL = 0,
    /// Any thread, several calls at once.
    QC_THREAD_ANY = 1,
    /// The main thread.
    QC_THREAD_MAIN = 2,
};

/// Flags of a class.
enum {
    /// The class may return `QC_WAIT`.
    QC_CLASS_MAY_WAIT = 1u << 0,
};

/// A class of command objects. The plugin's, static.
typedef struct qc_class qc_class;
struct qc_class {
    uint32_t size;
    qc_stage stage;
    qc_thread thread;
    uint32_t flags;
    /// As in "PlaySoundVCO": a letter or underscore, then letters, digits, underscores; unique in the plugin.
    const char *name;

    /// Carries out the command. `self` is what `activate` gave; `*result` is `QC_ABSENT` on entry, and may be set to this
    /// object's value before `QC_NEXT` is returned. [class]
    qc_outcome (*do_command)(const qc_class *self_class, void *self, const qc_request *request, qc_value *result);
};

// -- Plugins -----------------------------------------------------------------------------------------------------

typedef struct qc_host qc_host;

/// What a plugin is. The plugin's, static: the same pointer at every call, unchanged as long as the process lives.
typedef struct qc_plugin qc_plugin;
struct qc_plugin {
    uint32_t size;
    uint32_t class_count;
    /// The ABI that the plugin was built for.
    qc_abi abi;
    /// Both equal to the manifest's.
    const char *id;
    const char *version;
    /// `class_count` pointers; the same classes as in the manifest.
    const qc_class *const *classes;

    /// Makes the plugin's state for one controller. `host` lives until `deactivate` returns. True with `*self` set (it may
    /// be NULL), or false with `error` filled in. [lifecycle]
    bool (*activate)(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error);

    /// Ends the state that `activate` made. No call is under way and none follows. After it the plugin owns no thread, timer
    /// or file descriptor on behalf of `self`. It may join its threads: while the controller is in use, this is called on none
    /// of them, not even if one just completed the last token. [lifecycle]
    void (*deactivate)(const qc_plugin *plugin, void *self);

    /// What the plugin offers beyond commands, by name and revision, or NULL. May itself be NULL. [any]
    const void *(*feature)(const qc_plugin *plugin, const char *id);
};

/// The one symbol that a plugin exports, named `qc_plugin_entry`. Called once per process, before anything else, with no
/// host: it looks at `host_abi` and returns the descriptor, or NULL with `error` filled in. [lifecycle]
typedef const qc_plugin *qc_plugin_entry_function(qc_abi host_abi, qc_error *error);

// -- The host ----------------------------------------------------------------------------------------------------

/// What a plugin knows of its host, one for each controller that activates it. The host's; lives until `deactivate` returns.
struct qc_host {
    uint32_t size;
    uint32_t reserved;
    qc_abi abi;
    /// The host program and its version, as in "qc" and "0.1.0".
    const char *name;
    const char *version;
    /// The plugin's own id and the folder it was found in, where its resources lie. The library itself is loaded
    /// from a private copy elsewhere.
    const char *plugin_id;
    const char *plugin_folder;
    /// The host service with this name and revision, as in `QC_LOG`, or NULL if this host has none. The table lives as
    /// long as the process. [any]
    const void *(*service)(const qc_host *host, const char *id);
    /// The host's; not for plugins.
    void *host_data;
};

// -- Host services -----------------------------------------------------------------------------------------------

/// Levels of the log service, with the numbers of syslog (RFC 5424).
QC_ENUM(qc_level) {
    QC_LEVEL_CRITICAL = 2,
    QC_LEVEL_ERROR = 3,
    QC_LEVEL_WARNING = 4,
    QC_LEVEL_NOTICE = 5,
    QC_LEVEL_INFO = 6,
    QC_LEVEL_DEBUG = 7,
};

/// Log lines of the host, each carrying the plugin's id.
#define QC_LOG "qc.log/1"
typedef struct qc_log {
    uint32_t size;
    uint32_t reserved;
    /// Writes one entry. `message` is `length` bytes, copied; control characters are escaped where it is written to a
    /// stream, so it stays one line. [any]
    void (*write)(const qc_host *host, qc_level level, const char *message, size_t length);
} qc_log;

/// A folder for the plugin's own files.
#define QC_STORAGE "qc.storage/1"
typedef struct qc_storage {
    uint32_t size;
    uint32_t reserved;
    /// The absolute path of the folder that belongs to this plugin in this app, made with mode 0700 at the first call.
    /// The host's; lives until `deactivate` returns. NULL with `error` filled in if it cannot be made. [any]
    const char *(*folder)(const qc_host *host, qc_error *error);
} qc_storage;

/// The values that the app and the user set for the keys declared in the manifest.
#define QC_CONFIGURATION "qc.configuration/1"
typedef struct qc_configuration {
    uint32_t size;
    uint32_t reserved;
    /// The value of a declared key, checked against its type, or its default; NULL if the manifest declares no such key.
    /// It does not change and lives until `deactivate` returns. [any]
    const qc_value *(*value)(const qc_host *host, const char *key);
} qc_configuration;

/// Messages from a plugin to whoever listens in the app.
#define QC_EVENTS "qc.events/1"
typedef struct qc_events {
    uint32_t size;
    uint32_t reserved;
    /// Sends the event `name` with `*value` (copied; NULL is no value). Events of one plugin keep their order. They are held,
    /// bounded, until somebody listens. False if the hold is full and an older event was dropped for it. [any]
    bool (*emit)(const qc_host *host, const char *name, const qc_value *value);
} qc_events;

/// How a request ended.
QC_ENUM(qc_reply_kind) {
    QC_REPLY_VALUE = 0,
    QC_REPLY_STOP = 1,
    QC_REPLY_ERROR = 2,
};

/// The reply to a request. Lives for the length of the call that it is handed to.
typedef struct qc_reply {
    uint32_t size;
    qc_reply_kind kind;
    /// The value, of `QC_REPLY_VALUE`; null if no object gave one.
    qc_value value;
    /// Which object stopped or failed, of the other kinds; `object` is NULL if it was none.
    qc_stage stage;
    uint32_t reserved;
    const char *object;
    /// Code, message and data, of `QC_REPLY_ERROR`; `data` is `QC_ABSENT` if there is none.
    const char *code;
    const char *message;
    qc_value data;
} qc_reply;

/// Requests from one command object to others.
#define QC_DISPATCH "qc.dispatch/1"
typedef struct qc_dispatch {
    uint32_t size;
    uint32_t reserved;

    /// Starts a request and returns its number (never 0). `reply` is called exactly once, on the thread where the request
    /// ends, which may be this one, before `start` returns. `parent` is the request on whose behalf this one runs, or NULL: it
    /// counts against the nesting limit, runs inside its parent's turn if both are of one plugin, and is cancelled with its
    /// parent. Whoever waits for the reply names the parent: without one the request may wait for its asker's own turn.
    /// `parameters` are copied. `timeout` is in milliseconds; 0 is none. [any]
    uint64_t (*start)(const qc_host *host, const qc_request *parent, const char *command, const qc_value *parameters,
                      uint32_t parameter_count, uint32_t timeout, void (*reply)(void *context, const qc_reply *reply),
                      void *context);

    /// As `start`, but `reply` is called before it returns. Where that would mean waiting for another thread, nothing runs
    /// and the reply is `WOULD_BLOCK`. [owner]
    void (*call)(const qc_host *host, const qc_request *parent, const char *command, const qc_value *parameters,
                 uint32_t parameter_count, void (*reply)(void *context, const qc_reply *reply), void *context);

    /// Cancels a request that `start` began; its reply is `CANCELLED` unless it ended before. [any]
    void (*cancel)(const qc_host *host, uint64_t request);
} qc_dispatch;

#ifdef __cplusplus
}
#endif

#endif
