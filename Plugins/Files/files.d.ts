/** The commands of the plugin qc.files. All paths lie below the app's storage folder: names joined by single slashes. */

/** How contents travel: as text, as base64 of any bytes, or as bytes between native code. */
type FileEncoding = "utf8" | "base64" | "bytes";

type FileKind = "file" | "folder" | "link" | "other";

interface FileEntry {
    name: string;
    kind: FileKind;
    /** Bytes, of a file; else null. */
    size: number | null;
}

interface FileInfo extends FileEntry {
    /** Milliseconds since 1970. */
    modified: number;
}

interface SaveFileOptions {
    encoding?: FileEncoding;
    /** False: a file that is there is an error, EXISTS. */
    replace?: boolean;
    /** True: add to the end of the file. */
    append?: boolean;
    /** With append: the length that the file must have before; else the error is CONFLICT. */
    at?: number;
}

interface FileContentsOptions {
    encoding?: FileEncoding;
    /** The first byte. */
    offset?: number;
    /** The most bytes. */
    length?: number;
}

/** What each command takes and gives; the options may be left out. */
interface FilesCommands {
    saveFile: {
        parameters:
            | [name: string, contents: string, options?: SaveFileOptions]
            | ({name: string; contents: string} & SaveFileOptions);
        result: number;
    };
    fileContents: {
        parameters: string | [name: string, options?: FileContentsOptions] | ({name: string} & FileContentsOptions);
        result: string;
    };
    listFiles: {
        parameters: [] | string | [name: string | null, options?: {sizes?: boolean}] | {name?: string; sizes?: boolean};
        result: FileEntry[];
    };
    makeDir: {
        parameters: string | [name: string, options?: {parents?: boolean}] | {name: string; parents?: boolean};
        result: null;
    };
    deleteFile: {
        parameters: string | [name: string, options?: {recursive?: boolean}] | {name: string; recursive?: boolean};
        result: null;
    };
    moveFile: {
        parameters:
            | [name: string, to: string, options?: {replace?: boolean}]
            | {name: string; to: string; replace?: boolean};
        result: null;
    };
    fileInfo: {parameters: string | [name: string] | {name: string}; result: FileInfo};
}
