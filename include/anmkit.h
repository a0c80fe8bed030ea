/* SPDX-License-Identifier: MIT */
/* The C interface: files in memory, clips sampled into arrays, everything else as JSON (C99).
 *
 *   anmkit_error error;
 *   anmkit_file *walk = anmkit_open(data, size, "walk.csmodelanim", NULL, NULL, &error);
 *   if (walk == NULL) return fprintf(stderr, "%s: %s\n", error.code, error.message), 1;
 *   double frame = 7.5;
 *   anmkit_sample(walk, 0, &frame, 1, ANMKIT_WORLD, matrices, 16 * nodes, 0, 0, &error);
 *   anmkit_close(walk);
 *
 * Nothing is global. Any number of threads may use different files, and one file as long as they pass
 * it as const. No exception leaves the library. Every function accepts null pointers and numbers out of
 * range: it returns its error value. Texts are UTF-8 and end with a zero byte; a name with a zero byte
 * ends there. Strings and arrays that are returned belong to the file and live until it is closed, or gets
 * a companion or an option. */
#ifndef ANMKIT_H
#define ANMKIT_H

#include <stddef.h>
#include <stdint.h>

#if defined(ANMKIT_BUILDING) && defined(_WIN32)
#define ANMKIT_API __declspec(dllexport)
#elif defined(ANMKIT_BUILDING) && defined(__GNUC__)
#define ANMKIT_API __attribute__((visibility("default")))
#else
#define ANMKIT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ---- */

/* Values of anmkit_error.status: those of the tool's exit status. */
enum {
  ANMKIT_OK = 0,
  ANMKIT_BAD = 1,    /* the file is damaged, or cannot be what was asked for */
  ANMKIT_USAGE = 2,  /* wrong arguments: null, out of range, a buffer that is too small */
  ANMKIT_FAILED = 3  /* memory ended, or a callback refused */
};

/* What went wrong. Functions set it on success as well (status 0). The pointer may be null. */
typedef struct anmkit_error {
  int32_t status;    /* 0: good */
  char code[64];     /* stable, "craftstudio.E-TRUNCATED"; docs/codes.md lists all */
  int64_t offset;    /* in bytes, of the file; -1: none */
  char path[256];    /* inside the document, "nodes[2].position[0].time", or of a file; may be empty */
  char message[512]; /* one sentence: what was found and what was expected; cut where it is longer */
} anmkit_error;

/* ---- Files ---- */

typedef struct anmkit_file anmkit_file;

/* Gives the contents of a file beside the one that is opened. Returns 0 and sets `data` and `size` if
 * it exists; they must stay valid until the next call, or the end of the function that called it.
 * A name with a '/' at its end asks for the names in that folder instead, one a line; "/" is the folder of
 * names without one. A file is asked for while the function that needs
 * it runs, in the thread that called it, and one call at a time a file. */
typedef int (*anmkit_read_fn)(void *user, const char *name, const void **data, size_t *size);

/* Takes a finished output. Returns 0 to go on. */
typedef int (*anmkit_write_fn)(void *user, const char *name, const void *data, size_t size);

/* Major, minor and patch, with dots. */
ANMKIT_API const char *anmkit_version(void);

/* Opens a file of any format, glTF included. The bytes are copied. `name` is its path, with '/' between
 * folders: extensions help where formats have no signature, and companions are in its folder. `beside` may
 * be null: then companions are those that anmkit_add_companion adds. Returns null if the file cannot be
 * read, with the reason in `error`. */
ANMKIT_API anmkit_file *anmkit_open(const void *data, size_t size, const char *name, anmkit_read_fn beside,
                                    void *user, anmkit_error *error);
/* The same for files that may be broken: anmkit_json answers "check", "info" and "fields" of them; other
 * calls return the error. */
ANMKIT_API anmkit_file *anmkit_open_any(const void *data, size_t size, const char *name, anmkit_read_fn beside,
                                        void *user, anmkit_error *error);
/* The files of a folder, without a file of its own: for "project", and to convert a subject.
 * `beside` has to answer for folders. */
ANMKIT_API anmkit_file *anmkit_open_folder(anmkit_read_fn beside, void *user, anmkit_error *error);
/* A companion that comes before those that are found: a model, a texture. The bytes are copied. Returns
 * the status. */
ANMKIT_API int32_t anmkit_add_companion(anmkit_file *file, const void *data, size_t size, const char *name,
                                        anmkit_error *error);
/* An option of the format's family, as the tool has it: "hold" and "" for a switch, "rate" and "25". */
ANMKIT_API int32_t anmkit_set_option(anmkit_file *file, const char *name, const char *value, anmkit_error *error);
ANMKIT_API void anmkit_close(anmkit_file *file); /* null is fine */

/* The format's id ("psx-anm"), "gltf", or "" for a folder and for unknown bytes; null for null. */
ANMKIT_API const char *anmkit_format(const anmkit_file *file);

/* ---- Clips and nodes ---- */

/* -1: there is no such clip, or it has no nodes (a script of images). */
ANMKIT_API int32_t anmkit_clip_count(const anmkit_file *file);
ANMKIT_API int32_t anmkit_node_count(const anmkit_file *file, int32_t clip);
/* Null: there is none. */
ANMKIT_API const char *anmkit_clip_name(const anmkit_file *file, int32_t clip);
ANMKIT_API const char *anmkit_node_name(const anmkit_file *file, int32_t clip, int32_t node);
/* Index of the node's parent; -1: a root; -2: there is no such node. */
ANMKIT_API int32_t anmkit_node_parent(const anmkit_file *file, int32_t clip, int32_t node);

typedef struct anmkit_clip_info {
  double rate;       /* frames per second */
  double duration;   /* frames; valid frames are 0 ... duration */
  double loop_start; /* frame from which it repeats; -1: it does not */
  int32_t nodes;     /* one fixed set: what a frame hides is there and not visible */
  int32_t tracks;
} anmkit_clip_info;
ANMKIT_API int32_t anmkit_clip(const anmkit_file *file, int32_t clip, anmkit_clip_info *out, anmkit_error *error);

/* ---- Samples ---- */

enum { ANMKIT_LOCAL = 0, ANMKIT_WORLD = 1, ANMKIT_WORLD_ROWS = 2 };

/* The pose at many frames of a clip (fractions allowed; outside of the clip its ends are held).
 * ANMKIT_LOCAL: 10 numbers per node, translation x y z, rotation x y z w, scale x y z, relative to its
 * parent. ANMKIT_WORLD: 16, a matrix column after column; ANMKIT_WORLD_ROWS: row after row. Strides are
 * in numbers, from frame to frame and from node to node; 0 is tight. `capacity` is the length of `out` in
 * numbers: if it is smaller than needed, nothing is written. */
ANMKIT_API int32_t anmkit_sample(const anmkit_file *file, int32_t clip, const double *frames, size_t count,
                                 int32_t space, float *out, size_t capacity, size_t frame_stride,
                                 size_t node_stride, anmkit_error *error);
ANMKIT_API int32_t anmkit_sample_double(const anmkit_file *file, int32_t clip, const double *frames, size_t count,
                                        int32_t space, double *out, size_t capacity, size_t frame_stride,
                                        size_t node_stride, anmkit_error *error);
/* The parts of ANMKIT_LOCAL in arrays of their own, tight: `count` rows of 3, 4, 3 and 1 numbers per node.
 * `visible` is 1 or 0. Each array may be null; `capacity` is how many nodes each has room for, `count`
 * times those of the clip. */
ANMKIT_API int32_t anmkit_sample_parts(const anmkit_file *file, int32_t clip, const double *frames, size_t count,
                                       float *translation, float *rotation, float *scale, uint8_t *visible,
                                       size_t capacity, anmkit_error *error);
ANMKIT_API int32_t anmkit_sample_parts_double(const anmkit_file *file, int32_t clip, const double *frames,
                                              size_t count, double *translation, double *rotation, double *scale,
                                              uint8_t *visible, size_t capacity, anmkit_error *error);
/* 1 where a node is visible, else 0: `count` rows of one byte a node. */
ANMKIT_API int32_t anmkit_visible(const anmkit_file *file, int32_t clip, const double *frames, size_t count,
                                  uint8_t *out, size_t capacity, anmkit_error *error);

/* ---- Keyframes ---- */

typedef struct anmkit_track {
  int32_t node;
  int32_t components;        /* numbers of the property */
  int32_t stride;            /* numbers per keyframe in `values`: with tangents three times the components */
  int32_t reserved;
  const char *property;      /* "translation", "rotation", "scale", "visibility" ... */
  const char *interpolation; /* "step", "linear", "slerp", "cubic", "bezier", "slerp_long", "squad" */
  size_t keys;
  const double *times;       /* frames, ascending: `keys` numbers */
  const double *values;      /* `keys` times `stride` numbers */
} anmkit_track;
ANMKIT_API int32_t anmkit_get_track(const anmkit_file *file, int32_t clip, int32_t track, anmkit_track *out,
                                    anmkit_error *error);

/* ---- Everything else, as JSON ---- */

/* `what` is a name, or an object with the member "what" and the members of the request:
 *   of a file    "info" "check" "dump" "sample" "play" "graph" "fields" (every byte) "detect"
 *   of a folder  "project"
 *   of neither   "version" "formats" "codes": `file` may be null
 * {"what":"sample","clip":"walk","frames":[0,7.5],"space":"world"}. Members are those of the tool's
 * --json (docs/cli.md). "dump" is the text that anmkit_build takes.
 * `needed`, where it is not null, is the size of the text with its zero byte. With `out` null and
 * `capacity` 0 that is all; a smaller buffer is an error and stays as it was. */
ANMKIT_API int32_t anmkit_json(const anmkit_file *file, const char *what, char *out, size_t capacity,
                               size_t *needed, anmkit_error *error);

/* ---- Writing ---- */

/* Makes files from files, as `anmkit convert` does: `output` is the name of a file or of a folder ("x/").
 * `options_json` may be null, or an object: "to", "clip", "subject" (of a folder), "sparse",
 * "keepSources", "metresPerUnit", "start", "end", "length", "merge", "family", "map", "ground",
 * "inPlace", and "options" with those of the families. With "report": true the last call of `write` has
 * the name "" and the report as JSON: fits, losses, findings. */
ANMKIT_API int32_t anmkit_convert(const anmkit_file *const *files, size_t count, const char *output,
                                  const char *options_json, anmkit_write_fn write, void *user,
                                  anmkit_error *error);
/* The file that an edited dump describes. `write` gets it under the name of its format. */
ANMKIT_API int32_t anmkit_build(const char *dump, size_t size, anmkit_write_fn write, void *user,
                                anmkit_error *error);

/* An image of a clip at a frame, without a graphics card: `width` times `height` times 4 bytes, RGBA,
 * rows from the top, alpha not premultiplied. `clip` -1: the rest pose. `view_json` may be null, or an
 * object: "yaw", "pitch" in degrees, "background" [r,g,b], "grid". */
ANMKIT_API int32_t anmkit_render(const anmkit_file *file, int32_t clip, double frame, uint32_t width,
                                 uint32_t height, const char *view_json, uint8_t *out, size_t capacity,
                                 anmkit_error *error);

#ifdef __cplusplus
}
#endif

#endif
