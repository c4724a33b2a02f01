// Where the files of an export are, by their names; `kibitz web --export` writes its own.

/** Answers that are files. @type {Record<string, string>} */
export const known = {};
