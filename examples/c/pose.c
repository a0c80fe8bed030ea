/* SPDX-License-Identifier: MIT */
/* Prints where every node of a clip is at a frame: pose FILE [FRAME [CLIP]]. Companions are files
 * beside FILE. */
#include <anmkit.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files that the library asked for, until the next question. */
typedef struct {
  char *bytes;
} answer;

static char *read_file(const char *name, size_t *size) {
  char *bytes = NULL, *more;
  size_t got;
  FILE *file = fopen(name, "rb");
  *size = 0;
  if (file == NULL) return NULL;
  do {
    more = realloc(bytes, *size + 65536);
    if (more == NULL) break;
    bytes = more;
    got = fread(bytes + *size, 1, 65536, file);
    *size += got;
  } while (got > 0);
  if (more == NULL || ferror(file)) {
    free(bytes);
    bytes = NULL;
  }
  fclose(file);
  return bytes;
}

/* This program lists no folders: C has no function for it. Files that are known by name are found. */
static int beside(void *user, const char *name, const void **data, size_t *size) {
  answer *last = user;
  if (name[strlen(name) - 1] == '/') return 1;
  free(last->bytes);
  last->bytes = read_file(name, size);
  *data = last->bytes;
  return last->bytes == NULL;
}

static int complain(const char *name, const anmkit_error *error) {
  fprintf(stderr, "%s: %s: %s", name, error->code, error->message);
  if (error->offset >= 0) fprintf(stderr, " at byte %" PRId64, error->offset);
  fputc('\n', stderr);
  return error->status;
}

int main(int count, char **words) {
  anmkit_error error;
  answer last = {NULL};
  size_t size, needed;
  char *bytes;
  float *matrices = NULL;
  double frame;
  int32_t clip, nodes, node, status = 0;
  anmkit_file *file;
  if (count < 2) {
    fputs("usage: pose FILE [FRAME [CLIP]]\n", stderr);
    return 2;
  }
  frame = count > 2 ? strtod(words[2], NULL) : 0;
  clip = count > 3 ? (int32_t)strtol(words[3], NULL, 10) : 0;
  bytes = read_file(words[1], &size);
  if (bytes == NULL) {
    fprintf(stderr, "%s cannot be read\n", words[1]);
    return 3;
  }
  file = anmkit_open(bytes, size, words[1], beside, &last, &error);
  free(bytes);
  if (file == NULL) {
    free(last.bytes);
    return complain(words[1], &error);
  }
  nodes = anmkit_node_count(file, clip);
  needed = 16 * (size_t)(nodes < 0 ? 0 : nodes);
  matrices = malloc((needed + 1) * sizeof *matrices);
  if (matrices == NULL ||
      anmkit_sample(file, clip, &frame, 1, ANMKIT_WORLD, matrices, needed, 0, 0, &error) != 0) {
    status = complain(words[1], &error);
  } else {
    for (node = 0; node < nodes; ++node) {
      const float *m = matrices + 16 * node;
      printf("%s %.9g %.9g %.9g\n", anmkit_node_name(file, clip, node), m[12], m[13], m[14]);
    }
  }
  free(matrices);
  free(last.bytes);
  anmkit_close(file);
  return status;
}
