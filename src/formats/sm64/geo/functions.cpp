// SPDX-License-Identifier: MIT
// The game's functions in layouts.
#include "formats/sm64/geo/functions.hpp"

#include <algorithm>
#include <array>

namespace anmkit::sm64 {
namespace {

// By name. The cases at rest: standing (stand_run), no cap of power (cap_effect), fists (hand),
// eyes open, the cap on, and an object as it appears (anim_state).
constexpr std::array<GeoFunction, 57> kFunctions = {{
    {"geo_act_selector_strings", GeoEffect::draws},
    {"geo_bits_bowser_coloring"},
    {"geo_camera_fov"},
    {"geo_camera_main"},
    {"geo_cannon_circle_base", GeoEffect::draws},
    {"geo_draw_mario_head_goddard", GeoEffect::draws},
    {"geo_envfx_main", GeoEffect::draws},
    {"geo_exec_cake_end_screen", GeoEffect::draws},
    {"geo_exec_flying_carpet_create", GeoEffect::draws},
    {"geo_exec_flying_carpet_timer_update"},
    {"geo_exec_inside_castle_light", GeoEffect::draws},
    {"geo_file_select_strings_and_menu_cursor", GeoEffect::draws},
    {"geo_intro_face_easter_egg", GeoEffect::draws},
    {"geo_intro_gameover_backdrop", GeoEffect::draws},
    {"geo_intro_regular_backdrop", GeoEffect::draws},
    {"geo_intro_rumble_pak_graphic", GeoEffect::draws},
    {"geo_intro_super_mario_64_logo", GeoEffect::draws},
    {"geo_intro_tm_copyright", GeoEffect::draws},
    {"geo_mario_hand_foot_scaler", GeoEffect::size},
    {"geo_mario_head_rotation"},
    {"geo_mario_rotate_wing_cap_wings"},
    {"geo_mario_tilt_torso"},
    {"geo_mirror_mario_backface_culling"},
    {"geo_mirror_mario_set_alpha"},
    {"geo_move_mario_part_from_parent"},
    {"geo_movtex_draw_colored", GeoEffect::draws},
    {"geo_movtex_draw_colored_2_no_update", GeoEffect::draws},
    {"geo_movtex_draw_colored_no_update", GeoEffect::draws},
    {"geo_movtex_draw_nocolor", GeoEffect::draws},
    {"geo_movtex_draw_water_regions", GeoEffect::draws},
    {"geo_movtex_pause_control"},
    {"geo_movtex_update_horizontal"},
    {"geo_offset_klepto_debug"},
    {"geo_offset_klepto_held_object"},
    {"geo_painting_draw", GeoEffect::draws},
    {"geo_painting_update"},
    {"geo_render_mirror_mario", GeoEffect::draws},
    {"geo_rotate_coin"},
    {"geo_scale_bowser_key", GeoEffect::size},
    {"geo_skybox_main"},
    {"geo_snufit_move_mask"},
    {"geo_snufit_scale_body", GeoEffect::size},
    {"geo_switch_anim_state", GeoEffect::choice},
    {"geo_switch_area", GeoEffect::choice},
    {"geo_switch_bowser_eyes", GeoEffect::choice},
    {"geo_switch_mario_cap_effect", GeoEffect::choice},
    {"geo_switch_mario_cap_on_off", GeoEffect::cap},
    {"geo_switch_mario_eyes", GeoEffect::choice},
    {"geo_switch_mario_hand", GeoEffect::choice},
    {"geo_switch_mario_stand_run", GeoEffect::choice},
    {"geo_switch_peach_eyes", GeoEffect::choice},
    {"geo_switch_tuxie_mother_eyes", GeoEffect::choice},
    {"geo_update_body_rot_from_parent"},
    {"geo_update_held_mario_pos"},
    {"geo_update_layer_transparency"},
    {"geo_update_projectile_pos_from_parent"},
    {"geo_wdw_set_initial_water_level"},
}};
static_assert(std::ranges::is_sorted(kFunctions, {}, &GeoFunction::name));

}  // namespace

const GeoFunction* find_geo_function(std::string_view name) {
  const auto found = std::ranges::lower_bound(kFunctions, name, {}, &GeoFunction::name);
  return found != kFunctions.end() && found->name == name ? &*found : nullptr;
}

}  // namespace anmkit::sm64
