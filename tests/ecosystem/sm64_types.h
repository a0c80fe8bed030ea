/* As much of the game's types as an animation needs (sm64 specification, section 1.1). */
typedef signed short s16;
typedef unsigned short u16;
typedef unsigned int u32;

struct Animation {
  s16 flags;
  s16 animYTransDivisor;
  s16 startFrame;
  s16 loopStart;
  s16 loopEnd;
  s16 unusedBoneCount;
  const s16 *values;
  const u16 *index;
  u32 length;
};

#define ANIMINDEX_NUMPARTS(array) (sizeof(array) / sizeof(u16) / 6 - 1)
#define ANIM_FLAG_NOLOOP (1 << 0)
#define ANIM_FLAG_FORWARD (1 << 1)
#define ANIM_FLAG_2 (1 << 2)
#define ANIM_FLAG_HOR_TRANS (1 << 3)
#define ANIM_FLAG_VERT_TRANS (1 << 4)
#define ANIM_FLAG_5 (1 << 5)
#define ANIM_FLAG_6 (1 << 6)
#define ANIM_FLAG_7 (1 << 7)
