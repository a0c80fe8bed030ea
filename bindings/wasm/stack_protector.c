/* Debian's wasm32 runtime refers to the stack protector but does not define it. */
#include <stdint.h>

uintptr_t __stack_chk_guard = 0x595e9fbd;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
