/** The commands of the plugin qc.preferences. */

/** What a preference may be. */
type PreferenceValue = null | boolean | number | string | PreferenceValue[] | {[key: string]: PreferenceValue};

/** What each command takes and gives. */
interface PreferencesCommands {
    /** The value; the default, or null, where there is none. */
    getPreference: {
        parameters:
            | string
            | [name: string, otherwise?: PreferenceValue]
            | {name: string; default?: PreferenceValue};
        result: PreferenceValue;
    };
    setPreference: {
        parameters: [name: string, value: PreferenceValue] | {name: string; value: PreferenceValue};
        result: null;
    };
    /** True if it was there. */
    removePreference: {parameters: string | [name: string] | {name: string}; result: boolean};
    allPreferences: {parameters: []; result: {[name: string]: PreferenceValue}};
}
